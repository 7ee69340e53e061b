import { describe, expect, it } from 'vitest';
import { idTypes } from '../entities/values.ts';
import { checkIdentity } from './identity.ts';
import { soughtBy } from './sought.ts';

describe('what a search asks for a person by', () => {
  it('is a whole document number however it is typed [T33]', () => {
    const numbers = [
      '110101201401018917',
      'e12345678',
      'Ｅ12345678',
      'A123456(7)',
      'H12345678',
      'P1234567',
      '12345678(A)',
      'P2611211',
    ];
    expect(numbers.filter((text) => soughtBy(text) !== 'idNo')).toEqual([]);
  });

  it('is a number wherever a search would find somebody by it, whatever stands around it [T33]', () => {
    const around = ['', '(A)', '(AA)', '(AAAAAAAAAAAAAAAAAAAA)', '（一）', '-', '...', ' '];
    for (const number of ['12345678', '1234567802', '830000197512120046', 'E12345678', 'H12345678', 'A1234563'])
      for (const sign of around)
        for (const text of [number + sign, sign + number])
          if (idTypes.some((type) => checkIdentity(type, text, { today: '2026-11-27' }).ok))
            expect([text, soughtBy(text)]).toEqual([text, 'idNo']);
  });

  it('is a whole telephone number or address [T33]', () => {
    const contacts = ['13812345678', '+86 138 1234 5678', 'Li.Na@example.cn'];
    expect(contacts.filter((text) => soughtBy(text) !== 'holderContacts')).toEqual([]);
  });

  it('is a whole name, of two words or two Chinese characters [T33]', () => {
    const names = ['WANG XIAOMING', 'wang xm', '王小明', '张伟', "O'BRIEN ANN", '阿依古丽·买买提'];
    expect(names.filter((text) => soughtBy(text) !== 'name')).toEqual([]);
  });

  it('is nothing where a part of a name or a code of ours is typed', () => {
    const others = [
      'WANG',
      '王',
      '',
      'P261121K7QRT',
      'O261121K7QRT3',
      'R261121K7QRT301',
      '4200001234202611211234567890',
    ];
    expect(others.map(soughtBy)).toEqual(others.map(() => null));
  });
});
