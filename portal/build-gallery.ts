import { join, resolve } from 'node:path';
import { build } from 'vite';

/**
 * Builds the page with every part of ui/ on it into the folder given: `node portal/build-gallery.ts <folder>`.
 * The key-press tests and the accessibility check of the parts look at it; it is not part of the product.
 */
export async function buildGallery(folder: string): Promise<void> {
  process.env['NODE_ENV'] = 'production';
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    root: join(import.meta.dirname, '..', 'ui', 'src', 'gallery'),
    logLevel: 'warn',
    build: { outDir: resolve(folder), emptyOutDir: true },
  });
}

if (import.meta.main) await buildGallery(process.argv[2] ?? 'dist-gallery');
