import { describe, expect, it } from 'vitest';
import { formRefusals } from '../forms/index.ts';
import {
  cancellationRefusals,
  chineseNameRefusals,
  postTestRefusals,
  fapiaoRefusals,
  uciRefusals,
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
import { fieldMessage, fieldWords } from './field-refusals.ts';

const { en, zh } = fieldWords;

describe('the words of the rules', () => {
  it('are those of the specification where it gives them', () => {
    expect(en.refusals.REQUIRED_FIELD).toBe('Please fill in required field!');
    expect(en.refusals.INVALID_FORMAT).toBe('Invalid format. Please check and submit again!');
  });

  it('exist for every code and for nothing else', () => {
    const codes = [
      identityRefusals,
      nameRefusals,
      chineseNameRefusals,
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
      postTestRefusals,
      uciRefusals,
      fapiaoRefusals,
    ].flat();
    expect(Object.keys(en.refusals).toSorted()).toEqual([...new Set<string>(codes)].toSorted());
  });

  it('are found by code, an unknown one being an invalid format', () => {
    expect(fieldMessage('zh', 'REQUIRED_FIELD')).toBe('请填写必填项！');
    expect(fieldMessage('en', 'toString')).toBe('Invalid format. Please check and submit again!');
  });

  it('are Chinese in the Chinese dictionary, and in no other', () => {
    const texts = (words: typeof en) => [words.refusals, words.advices].flatMap((group) => Object.values(group));
    expect(texts(zh).filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
    expect(texts(en).filter((text) => /\p{Script=Han}/u.test(text))).toEqual([]);
  });
});
