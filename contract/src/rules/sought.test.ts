import { describe, expect, it } from 'vitest';
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
      'P2611211',
    ];
    expect(numbers.filter((text) => soughtBy(text) !== 'idNo')).toEqual([]);
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
