import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { paths } from './src/paths.ts';

const here = import.meta.dirname;
const dist = join(here, 'dist');
const tags = { en: 'en-GB', zh: 'zh-CN' };

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

/** Builds the console into `console/dist`: hashed assets with `.br` and `.gz` beside them, and `site.json` for the server. */
async function buildConsole(): Promise<void> {
  process.env['NODE_ENV'] = 'production';
  await build({ configFile: join(here, 'vite.config.ts'), logLevel: 'warn' });
  const template = readFileSync(join(dist, 'index.html'), 'utf8');
  const shell = { en: 'shell.en.html', zh: 'shell.zh.html' };
  for (const language of ['en', 'zh'] as const)
    writeFileSync(
      join(dist, shell[language]),
      template.replace(/<html lang="[^"]*"/, `<html lang="${tags[language]}"`),
    );
  rmSync(join(dist, 'index.html'));
  for (const file of filesUnder(dist).filter((name) => /\.(js|css|html|svg)$/.test(name))) {
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content));
  }
  const site = {
    routes: paths,
    prerendered: {},
    shell,
    notFound: shell,
    redirects: {},
    scriptHashes: [],
    styleHashes: [],
  };
  writeFileSync(join(dist, 'site.json'), `${JSON.stringify(site, null, 2)}\n`);
}

await buildConsole();
