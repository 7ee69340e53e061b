import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    // The oldest browsers that the portal serves; what they lack besides syntax is found by the journeys on a phone (decision 0095).
    target: ['chrome100', 'safari16'],
    sourcemap: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
    // Everything the entry needs in any case, in one file, and the small parts of nearly every page in another: apart, each is compressed alone and fetched alone.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'] },
            { name: 'parts', test: /\/ui\/src\/parts\/(tag|card|facts)\.tsx$/ },
          ],
        },
      },
    },
  },
});
