// @vitest-environment jsdom
import { formats } from '@exam/ui/i18n';
import { describe, expect, it } from 'vitest';
import { applicationWords } from '../../messages/application.ts';
import { examsWords } from '../../messages/exams.ts';
import { usePortal } from '../../testing/site.ts';
import type { Registration } from '../application/people.tsx';
import { copyOf } from './offline-copy.ts';

const portal = usePortal();

async function copyIn(language: 'en' | 'zh', change: (exam: Registration) => Registration = (exam) => exam) {
  const [{ detail: words }, shared] = [await examsWords.load(language), await applicationWords.load(language)];
  const exam = change(portal().example('application.get'));
  const text = copyOf([exam], '2026-12-01T13:00:00.000Z', { language, formats: formats[language], words, shared });
  return { exam, words, text, page: new DOMParser().parseFromString(text, 'text/html') };
}

describe('the exams that open without a network', () => {
  it('say who, when, where and the code, and of when they are, in both languages', async () => {
    for (const language of ['en', 'zh'] as const) {
      const { exam, words, page } = await copyIn(language);
      const read = page.body.textContent;

      const { examInfo, applicationCandidate: person } = exam;
      for (const fact of [
        exam.code,
        examInfo.productName,
        person.lastName,
        formats[language].longDate(examInfo.examDate),
      ])
        expect(read, language).toContain(fact);
      expect(read).toContain(words.offline.asOf(formats[language].instant('2026-12-01T13:00:00.000Z')));
      expect(page.documentElement.lang).toBe(language === 'zh' ? 'zh-CN' : 'en-GB');
    }
  });

  it('name no document, guardian, pickup person, telephone or sum', async () => {
    const other = (name: string) => ({ ...portal().example('application.get').applicationGuardian!, name });
    const { exam, text } = await copyIn('en', (given) => ({
      ...given,
      amount: 123_456,
      applicationGuardian: other('THE GUARDIAN'),
      applicationPickupPerson: other('THE AUNT'),
    }));
    const people = [exam.applicationCandidate, exam.applicationGuardian, exam.applicationPickupPerson];
    const hidden = people.flatMap((person) => (person ? [person.idNo, person.mobile] : []));

    const told = [...hidden, 'GUARDIAN', 'AUNT', exam.user.phoneNumber, '1,234.56'];
    expect(told.filter((value) => value && text.includes(value))).toEqual([]);
  });

  it('hold what somebody typed as text, and no script [T22]', async () => {
    const { page } = await copyIn('en', (exam) => ({
      ...exam,
      examInfo: { ...exam.examInfo, productName: '<img src=x onerror=alert(1)></title><script>alert(1)</script>' },
    }));

    expect(page.querySelectorAll('script, img').length).toBe(0);
    expect(page.querySelector('h2')?.textContent).toContain('<script>alert(1)</script>');
  });
});
