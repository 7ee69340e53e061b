import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '#platform/config';

const keyOf = (seed: number) =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37 + seed * 101) % 256)).toString('base64');

/** The environment of tests: no port fixed, nothing outside this machine. */
export const testEnvironment: Readonly<Record<string, string>> = {
  NODE_ENV: 'test',
  // Two cores that do something else too are no fault of the product; tests of a limit ask for it as it is.
  TIME_LIMIT_FACTOR: '4',
  PORT: '0',
  CONSOLE_PORT: '0',
  DATA_DIR: join(tmpdir(), 'examport-test-data'),
  PUBLIC_URL: 'http://localhost',
  CONSOLE_URL: 'http://localhost',
  LOG_LEVEL: 'silent',
  FIELD_KEYS: `k1:${keyOf(1)}`,
  INDEX_KEY: keyOf(2),
  CSRF_KEY: keyOf(3),
  SANDBOX_SECRET: 'the-sandbox-of-the-tests',
};

/** A checked configuration, with some settings of its own. */
export function testConfig(changes: Readonly<Record<string, string>> = {}): Config {
  return readConfig({ ...testEnvironment, ...changes });
}
