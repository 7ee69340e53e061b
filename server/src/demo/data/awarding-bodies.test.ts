import { countryName } from '@exam/contract/rules';
import { entryTemplateOf } from '@exam/contract/staff';
import { describe, expect, it } from 'vitest';
import { awardingBodies } from './awarding-bodies.ts';

describe('what the demonstration tells of awarding bodies', () => {
  it.each(awardingBodies.map((body) => [body.code, body] as const))(
    'of %s is whole in both languages, and names document numbers exactly where its entries have them [PIPL-39]',
    (code, { country, ...texts }) => {
      const passed = entryTemplateOf(code).columns.map(({ field }) => field);
      const words = [
        texts.name,
        texts.legalName,
        texts.contact,
        texts.purpose,
        texts.means,
        texts.dataKinds,
        texts.rights,
      ];

      expect([countryName(country, 'en'), countryName(country, 'zh')]).toEqual(['United Kingdom', '英国']);
      for (const { en, zh } of words) expect([en.trim(), zh.trim()]).not.toContain('');
      expect(texts.dataKinds.en.includes('identity document')).toBe(passed.includes('idNo'));
      expect(texts.dataKinds.zh.includes('证件类型和号码')).toBe(passed.includes('idNo'));
    },
  );
});
