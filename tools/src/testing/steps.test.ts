import { describe, expect, it } from 'vitest';
import { runCheck } from './steps.ts';

describe('a check that is right or wrong as a whole', () => {
  it('says again what it complained of', async () => {
    const { isRight, said } = await runCheck('tsc', ['--nonsense']);

    expect(isRight).toBe(false);
    expect(said).toContain("tsc --nonsense\nerror TS5023: Unknown compiler option '--nonsense'");
  });
});
