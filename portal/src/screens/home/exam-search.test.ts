import { describe, expect, it } from 'vitest';
import type { Product, ProductLine } from '../../app/catalogue.ts';
import { addressOf, findProducts, subjectsFound } from './exam-search.ts';

const subject = (code: string, nameEn: string, nameCn: string) => ({ code, nameEn, nameCn });
const product = (given: object) =>
  ({
    code: '',
    nameEn: '',
    nameCn: '',
    summaryEn: '',
    summaryCn: '',
    awardingBodyName: null,
    subjects: [],
    ...given,
  }) as unknown as Product;
const acca = product({
  code: 'acca',
  nameEn: 'ACCA',
  nameCn: 'ACCA',
  category: 'Public',
  awardingBodyName: 'ACCA',
  subjects: [subject('TX', 'Taxation', '税务'), subject('SBL', 'Strategic Business Leader', '战略商业领袖')],
});
const tkt = product({
  code: 'tkt',
  nameEn: 'TKT (Teaching Knowledge Test)',
  nameCn: 'TKT 英语教学能力证书',
  category: 'Public',
});
const school = product({
  code: 'common-pre-test',
  nameEn: 'Common Pre-Test',
  nameCn: '私校联考预测试',
  category: 'Booking',
});
const lines = [
  { id: 'a', nameEn: 'Professional accountancy', nameCn: '专业会计', products: [acca] },
  { id: 't', nameEn: 'Teaching', nameCn: '教学能力', products: [tkt, school] },
] as unknown as ProductLine[];
const any = { query: '', line: '', category: '', page: 1 };
const codes = (search: object) => findProducts(lines, { ...any, ...search }).map((each) => each.code);

describe('the exam search', () => {
  it.each([
    ['tkt', ['tkt']],
    ['ＴＫＴ', ['tkt']],
    ['英语教学', ['tkt']],
    ['税务', ['acca']],
    ['sbl', ['acca']],
    ['knowledge teaching', ['tkt']],
    ['会计', ['acca']],
    ['ielts', []],
    ['', ['acca', 'tkt', 'common-pre-test']],
  ])('finds by name, code, subject and family in both languages: %s [1.2]', (query, expected) => {
    expect(codes({ query })).toEqual(expected);
  });

  it('narrows by family and by kind', () => {
    expect(codes({ line: 't' })).toEqual(['tkt', 'common-pre-test']);
    expect(codes({ category: 'Booking' })).toEqual(['common-pre-test']);
    expect(codes({ line: 'a', category: 'Booking' })).toEqual([]);
  });

  it('names the subjects a query found, and none when the exam itself was meant', () => {
    expect(subjectsFound(acca, 'acca 税务').map((each) => each.code)).toEqual(['TX']);
    expect(subjectsFound(acca, 'ACCA')).toEqual([]);
    expect(subjectsFound(acca, '')).toEqual([]);
  });

  it('keeps the search in the address', () => {
    expect(addressOf({ query: '考试 A', line: 'x', category: 'Public', page: 2 })).toBe(
      '/exam-all?q=%E8%80%83%E8%AF%95+A&line=x&category=Public&page=2',
    );
    expect(addressOf(any)).toBe('/exam-all');
  });
});
