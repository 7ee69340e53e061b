import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { missingGlyphs } from './glyphs.ts';
import { chineseSample, englishSample } from './letter-sample.testing.ts';
import type { LetterData, LetterLanguage } from './letter-view.ts';
import { letterWordsEn } from './letter-words.en.ts';
import { renderLetter } from './render-letter.ts';

const SIZE_LIMIT = 60_000;

async function opened(pdf: Buffer) {
  return getDocumentProxy(new Uint8Array(pdf));
}

/** The letter's text layer without white space, which the layout may break anywhere. */
async function textOf(data: LetterData, language: LetterLanguage) {
  const { text } = await extractText(await opened(await renderLetter(data, language)), { mergePages: true });
  return text.replaceAll(/\s/g, '');
}

const glued = (text: string) => text.replaceAll(/\s/g, '');

describe('the confirmation letter', () => {
  it('says in English who sits which exam where and when, and by when to report [R-97]', async () => {
    const text = await textOf(englishSample, 'en');

    for (const part of [
      'Confirmation letter',
      'Application ID P261121-7K3MQ',
      'WANG XIAOMING',
      'Mainland ID card ending in 3X',
      'Teaching Knowledge Test (TKT)',
      'TKT Module 1',
      'Wednesday 25 November 2026',
      'Report by08:3030 minutes before the start',
      'Exam time09:00–10:20China time',
      'Chaoyang Test Centre · Beijing',
      englishSample.venueAddress,
      'Collected by the guardian or an authorised person: WANG JIANGUO, LI HUA',
      'The lift serves floors 1 to 4.',
      'What to bring',
      'beijing@examport.example',
      'https://examport.example/verify/7K3MQ-2ZD9X-WBR41',
      'Version 1',
    ]) {
      expect(text).toContain(glued(part));
    }
  });

  it('says the same in Chinese, with no English of its own left [R-97]', async () => {
    const text = await textOf(chineseSample, 'zh');

    for (const part of [
      '准考证',
      '报名编号 P261121-7K3MQ',
      '居民身份证，尾号 3X',
      '剑桥英语教学能力证书 (TKT)',
      '2026年11月25日 星期三',
      '最晚报到08:30开考前30分钟',
      '考试时间09:00–10:20北京时间',
      '朝阳考试中心 · 北京',
      '由监护人或授权接送人接走：WANG JIANGUO、LI HUA',
      '电梯可达 1 至 4 层',
      '第 1 版',
    ]) {
      expect(text).toContain(glued(part));
    }
    const latin = text.replace(/https:[\w:/.-]+?WBR41/, '').match(/[A-Za-z]{3,}/g);
    expect(new Set(latin)).toEqual(
      new Set(['TKT', 'WANGXIAOMING', 'WANGJIANGUO', 'LIHUA', 'beijing', 'examport', 'example']),
    );
  });

  it('has the Chinese name beside the pinyin, and nothing where none was given', async () => {
    const [both, pinyin] = await Promise.all([
      textOf(englishSample, 'en'),
      textOf({ ...englishSample, candidateNameZh: null }, 'en'),
    ]);

    expect([both.includes('WANGXIAOMING王小明'), pinyin.includes('王')]).toEqual([true, false]);
    expect(pinyin).toContain('WANGXIAOMING');
  });

  it('lists each paper of a combined set and spans the exam time over all of them', async () => {
    const papers: LetterData['papers'] = [
      { name: 'Paper 1', startTime: '09:00', endTime: '10:30' },
      { name: 'Paper 2', startTime: '11:00', endTime: '12:30' },
    ];

    const text = await textOf({ ...englishSample, productName: 'Delta Module One', papers }, 'en');

    expect(text).toContain('09:00–10:30Paper1');
    expect(text).toContain('11:00–12:30Paper2');
    expect(text).toContain('Examtime09:00–12:30');
  });

  it('prints no leave arrangement for an adult and never more than two characters of a document', async () => {
    const adult = { ...englishSample, leave: null, documentEnd: '11010820161120003X' };

    const text = await textOf(adult, 'en');

    expect(text).not.toContain('Leavingthevenue');
    expect(text).toContain('endingin3X');
    expect(text).not.toContain('03X');
  });

  it.each(['en', 'zh'] as const)(
    'is one tagged A4 page under 60 KB, the same bytes each time, in %s',
    async (language) => {
      const sample = language === 'en' ? englishSample : chineseSample;

      const pdf = await renderLetter(sample, language);
      const again = await renderLetter(sample, language);

      expect(pdf.equals(again)).toBe(true);
      expect(pdf.length).toBeLessThan(SIZE_LIMIT);
      const document = await opened(pdf);
      expect(document.numPages).toBe(1);
      const page = await document.getPage(1);
      expect(page.view.map(Math.round)).toEqual([0, 0, 595, 842]);
      const { metadata } = await document.getMetadata();
      expect(metadata?.getRaw()).toContain('<pdfuaid:part>1</pdfuaid:part>');
      expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
      expect(JSON.stringify(await page.getStructTree())).toContain('/verify/7K3MQ-2ZD9X-WBR41');
    },
  );

  it('carries no script, link, form or attachment [T23]', async () => {
    const document = await opened(await renderLetter(englishSample, 'en'));

    const page = await document.getPage(1);

    expect(await page.getAnnotations()).toEqual([]);
    expect(await page.getJSActions()).toBeNull();
    expect(await document.getJSActions()).toBeNull();
    expect(await document.getOpenAction()).toBeNull();
    expect(await document.getAttachments()).toBeNull();
    expect(await document.getFieldObjects()).toBeNull();
  });

  it('prints typesetting syntax, PDF operators and web addresses as they are written [T23]', async () => {
    const hostile = [
      '#panic("x") #import "glyphs.ts" $x^2$ *bold* _it_ `raw` <label> @ref',
      '\\u{41} // not a comment /* nor this */ = heading - item',
      ') Tj ET /JS (app.alert(1)) >> endobj',
      '#link("https://evil.example")[click]',
    ];

    const text = await textOf({ ...englishSample, notices: hostile }, 'en');
    const document = await opened(await renderLetter({ ...englishSample, notices: hostile }, 'en'));

    for (const line of hostile) expect(text).toContain(glued(line));
    expect(await (await document.getPage(1)).getAnnotations()).toEqual([]);
  });

  it('drops direction-changing, invisible and control characters [T23]', async () => {
    const text = await textOf(
      { ...englishSample, candidateName: 'WANG\u202E \u200BXIAO\u0000MING\u2066\r\nBcc: x' },
      'en',
    );

    expect(text).toContain('WANGXIAOMINGBcc:x');
    expect(/[\p{Cf}\p{Cc}]/u.test(text)).toBe(false);
  });

  it('cuts texts of 10,000 characters short and keeps them on the page [T23]', async () => {
    const long = 'A'.repeat(10_000);
    const data = { ...englishSample, candidateName: long, venueAddress: '长'.repeat(10_000), notices: [long] };

    const document = await opened(await renderLetter(data, 'en'));
    const { items } = await (await document.getPage(1)).getTextContent();

    const runs = items.flatMap((item) => ('str' in item ? [item] : []));
    const ends = runs.map((run) => Number(run.transform[4]) + run.width);
    expect(Math.max(...ends)).toBeLessThan(595);
    expect(runs.map((run) => run.str).join('')).toContain('…');
    expect(document.numPages).toBeLessThan(4);
  });

  it('prints the names of those who may fetch a child, rare ones too', async () => {
    const names = ['仉炘', '邴龑', '吉𠮷', '买买提·艾力'];
    const fetched = { ...chineseSample, leave: { choice: 'AuthorisedPersonPicksUp', names } } as const;

    const { text } = await extractText(await opened(await renderLetter(fetched, 'zh', 'mark')), { mergePages: true });

    for (const name of names) expect(text).toContain(name);
  });

  it('names the characters it cannot draw, or prints the geta mark in their place when told to', async () => {
    const rare = { ...chineseSample, venueAddress: '𪜀𫝀路 1 号' };

    await expect(renderLetter(rare, 'zh')).rejects.toThrow('𪜀 𫝀');
    const { text } = await extractText(await opened(await renderLetter(rare, 'zh', 'mark')), { mergePages: true });

    expect(glued(text)).toContain('〓〓路1号');
    expect(missingGlyphs(letterWordsEn.title)).toEqual([]);
  });

  it('asks the crowd to come back when too many letters are waiting', async () => {
    const letters = Array.from({ length: 202 }, (_, at) => renderLetter(englishSample, 'en', 'refuse', String(at)));

    const settled = await Promise.allSettled(letters);

    const refused = settled.filter((letter) => letter.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatchObject({ code: 'BUSY' });
  });

  it('waits for one letter at most of somebody who asks for twenty, and they for their own [S-11]', async () => {
    const done: string[] = [];
    const ordered = (whose: string) => renderLetter(englishSample, 'en', 'refuse', whose).then(() => done.push(whose));
    const many = Array.from({ length: 20 }, () => ordered('one'));
    await Promise.all([ordered('another'), ...many]);

    expect(done.indexOf('another')).toBeLessThanOrEqual(1);
    expect(done).toHaveLength(21);
  });

  it('is refused to somebody of whom forty wait, and to nobody else', async () => {
    const settled = Promise.allSettled(
      Array.from({ length: 43 }, () => renderLetter(englishSample, 'en', 'refuse', 'one')),
    );
    const other = await renderLetter(englishSample, 'en', 'refuse', 'another');

    expect((await settled).filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect(other.length).toBeGreaterThan(1000);
  });

  it('is made while the server goes on with everything else', async () => {
    await renderLetter(englishSample, 'en');
    let [turns, isDone] = [0, false];
    const made = renderLetter(englishSample, 'en').then(() => (isDone = true));
    for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve));
    await made;

    // On this thread it would take one turn, two at most.
    expect(turns).toBeGreaterThan(3);
  });
});
