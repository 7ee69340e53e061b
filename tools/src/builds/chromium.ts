import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../../.cache/chromium', import.meta.url));
const fonts = join(cache, 'fonts');
/** Those of the letters: the browser brings none for Chinese, and a text that is not drawn has no fault. */
const chineseFonts = fileURLToPath(new URL('../../../server/src/registering/letters/fonts', import.meta.url));
/** The file that comes with the browser names the folders of a cloud: without a font no heading has a height. */
const fontsFile = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(fonts, 'fonts')}</dir><dir>${chineseFonts}</dir><dir>/usr/share/fonts</dir><cachedir>${join(cache, 'fonts-cache')}</cachedir></fontconfig>
`;
const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** A browser and what its process needs in its environment. */
export type Chromium = { path: string; environment: Record<string, string>; origin: string };

/**
 * Finds a Chromium: CHROMIUM_PATH, one of the system, or the one that came with npm, unpacked once into `.cache`.
 * @throws Error with one line when the last way fails too.
 */
export async function findChromium(): Promise<Chromium> {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return { path: given, environment: {}, origin: 'CHROMIUM_PATH' };
  for (const folder of (process.env['PATH'] ?? '').split(':')) {
    for (const name of systemNames) {
      if (isProgram(join(folder, name))) return { path: join(folder, name), environment: {}, origin: 'the system' };
    }
  }
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  if (isProgram(mac)) return { path: mac, environment: {}, origin: 'the system' };
  return await unpackPackaged();
}

/**
 * Unpacks the browser that comes with npm, with its libraries and fonts. @returns where it is and what its process needs
 * to be told. @throws Error with one line where it does not run.
 *
 * The packaged browser brings its own libraries only when it believes to run where there are none, and only at its first
 * unpacking: hence the variable, set before the import, and a folder of our own.
 */
export async function unpackPackaged(): Promise<Chromium> {
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs24.x';
  mkdirSync(cache, { recursive: true });
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = cache;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    const path = await chromium.executablePath();
    writeFileSync(join(fonts, 'fonts.conf'), fontsFile);
    return {
      path,
      environment: { LD_LIBRARY_PATH: join(cache, 'al2023/lib'), FONTCONFIG_PATH: fonts },
      origin: 'npm',
    };
  } catch (error) {
    throw new Error('There is no Chromium: set CHROMIUM_PATH to one.', { cause: error });
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
