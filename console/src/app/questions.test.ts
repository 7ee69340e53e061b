import { CallError } from '@exam/contract/client';
import { describe, expect, it } from 'vitest';
import { proofQuestion, reasonQuestion, withAnswers } from './questions.ts';

const refusal = (code: string, details?: object) =>
  new CallError({ status: 412, code, userMessage: '', requestId: '', ...(details && { details }) } as never);
const about = (id: string) => ({ recordKind: 'application', recordIds: [id] });

/** A call that is refused until everything it needs was given. */
const refusedWith = (errors: Error[]) => async () => {
  const error = errors.shift();
  if (error) throw error;
  return 'shown';
};
const asked = () => expect.poll(() => reasonQuestion.current());

describe('a call that is asked back', () => {
  it('is made again once the person has said why, and has proved who they are', async () => {
    const call = withAnswers(refusedWith([refusal('MINOR_REASON_NEEDED', about('one')), refusal('REAUTH')]));

    await asked().toEqual(about('one'));
    reasonQuestion.answer(true);
    await expect.poll(() => proofQuestion.current()).toEqual({});
    proofQuestion.answer(true);

    expect(await call).toBe('shown');
  });

  it('asks about one child at a time, once for two calls about the same', async () => {
    const first = withAnswers(refusedWith([refusal('MINOR_REASON_NEEDED', about('one'))]));
    const same = withAnswers(refusedWith([refusal('MINOR_REASON_NEEDED', about('one'))]));
    const other = withAnswers(
      refusedWith([refusal('MINOR_REASON_NEEDED', about('two')), refusal('MINOR_REASON_NEEDED', about('two'))]),
    );

    await asked().toEqual(about('one'));
    reasonQuestion.answer(true);
    expect([await first, await same]).toEqual(['shown', 'shown']);
    await asked().toEqual(about('two'));
    reasonQuestion.answer(true);

    expect(await other).toBe('shown');
  });

  it('is refused to whoever declines, and never asks for ever', async () => {
    const declined = withAnswers(refusedWith([refusal('MINOR_REASON_NEEDED', about('one'))]));
    await asked().toEqual(about('one'));
    reasonQuestion.answer(false);
    await expect(declined).rejects.toThrow();

    const endless = withAnswers(
      refusedWith(Array.from({ length: 9 }, () => refusal('MINOR_REASON_NEEDED', about('one')))),
    );
    const result = endless.catch(() => 'over');
    for (let turn = 0; turn < 3; turn++) {
      await asked().toEqual(about('one'));
      reasonQuestion.answer(true);
      await Promise.resolve();
    }
    expect(await result).toBe('over');
  });
});
