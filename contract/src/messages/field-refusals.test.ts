import { describe, expect, it } from 'vitest';
import { formRefusals } from '../forms/index.ts';
import {
  cancellationRefusals,
  consentRefusals,
  emailRefusals,
  identityRefusals,
  leaveRefusals,
  nameRefusals,
  orderWindowRefusals,
  passwordRefusals,
  personRefusals,
  phoneRefusals,
} from '../rules/index.ts';
import { stepRefusals } from '../wizards/index.ts';
import { fieldWords as en } from './field-refusals.en.ts';
import { fieldWords as zh } from './field-refusals.zh.ts';

describe('the words of the rules', () => {
  it('are those of the specification where it gives them', () => {
    expect(en.refusals.REQUIRED_FIELD).toBe('Please fill in required field!');
    expect(en.refusals.INVALID_FORMAT).toBe('Invalid format. Please check and submit again!');
  });

  it('exist for every code and for nothing else', () => {
    const codes = [
      identityRefusals,
      nameRefusals,
      phoneRefusals,
      emailRefusals,
      personRefusals,
      leaveRefusals,
      passwordRefusals,
      formRefusals,
      stepRefusals,
      consentRefusals,
      orderWindowRefusals,
      cancellationRefusals,
    ].flat();
    expect(Object.keys(en.refusals).toSorted()).toEqual([...new Set<string>(codes)].toSorted());
  });

  it('are Chinese in the Chinese dictionary, and in no other', () => {
    const texts = (words: typeof en) => [words.refusals, words.advices].flatMap((group) => Object.values(group));
    expect(texts(zh).filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
    expect(texts(en).filter((text) => /\p{Script=Han}/u.test(text))).toEqual([]);
  });
});
