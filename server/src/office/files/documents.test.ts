import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusalMessage } from '@exam/contract/messages';
import fc from 'fast-check';
import sharp from 'sharp';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { Refusal } from '#platform/errors';
import { openTestPlatform } from '#testing/app';
import { harmed, harms } from '#given/people/imports/harm';
import {
  chartOf,
  compound,
  cutLetter,
  docx,
  fateOf,
  field,
  linked,
  lockedPdf,
  madePdf,
  opening,
  plainPdf,
  record,
  related,
  replacedPdf,
  xlsx,
} from './documents.testing.ts';
import { inspectFile } from './inspect.ts';
import { apartLimits, endThreads, takeApart } from './take-apart.ts';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
});
afterAll(async () => {
  await endThreads();
  await close();
});

const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>';
const web = '<</S/URI/URI(https://example.com/)>>';
/** Whether a viewer of PDF finds a script that runs when the document opens. */
async function hasScript(content: Buffer): Promise<boolean> {
  const document = await getDocumentProxy(Uint8Array.from(content), { verbosity: 0 }).catch(() => null);
  const actions = await document?.getJSActions().catch(() => null);
  await document?.loadingTask.destroy();
  return actions !== null && actions !== undefined;
}

describe('a document that acts', () => {
  it('is made so well that a viewer finds its script, where no reader of bytes does', async () => {
    expect(opening(script).includes('JavaScript')).toBe(false);
    expect([await hasScript(opening(script)), await hasScript(madePdf())]).toEqual([true, false]);
  });

  it.each([
    ['a script with an escaped name', plainPdf('/S /#4aava#53cript /JS (app.alert(1))')],
    ['a script in a compressed stream', opening(script)],
    ['a script with an escaped name in a compressed stream', opening(script.replace('Java', '#4a#61va'))],
    ['a script in an object that a later one replaces', replacedPdf()],
    ['a script after a harmless step', opening('<</S/GoTo/D[3 0 R/Fit]/Next[5 0 R]>>', { 5: script })],
    ['a script with a name as an object of its own', opening('<</S 5 0 R/JS(1)>>', { 5: '/JavaScript' })],
    ['a program behind a link', linked('<</S/Launch/F(calc.exe)>>')],
    ['an address called at opening', opening(web)],
    ['an address called at opening, after a harmless step', opening('<</S/GoTo/D[3 0 R/Fit]/Next 5 0 R>>', { 5: web })],
    ['an address called when a page is left', madePdf({ page: `/AA<</C ${web}>>` })],
    ['a script between what reads like an address', plainPdf('/X#28https://S/JavaScript/JS<61>/Y#29 null')],
    ['a script in a text of numbers that reads like an address', plainPdf('/X <(https://>/S/JavaScript/JS<61>/Y<)>')],
    [
      'an address called at opening, behind a remark',
      plainPdf('/OpenAction%\n5 0 R>>\nendobj\n5 0 obj\n<</S/URI/URI(https://a.example)'),
    ],
    [
      'an address called at opening, far behind its begin',
      opening(`<<${' '.repeat(9000)}/S/URI/URI(https://example.com/)>>`),
    ],
    [
      'an address called at opening that calls itself a page',
      opening('<</Type/Page/S/URI/URI(https://example.com/)>>'),
    ],
    [
      'an address called at opening, named by a list',
      opening('<</S/GoTo/D[3 0 R/Fit]/Next 5 0 R>>', { 5: '[6 0 R]', 6: web }),
    ],
    [
      'an address called at opening that calls itself a page, with brackets in its texts',
      opening('<</Type/Page/X(<<)/S/URI/URI(https://example.com/)/Y(>>)>>'),
    ],
    ['a form sent at opening', opening('<</S/SubmitForm/F(https://example.com/)>>')],
    ['a form with scripts of its own', madePdf({ catalogue: '/AcroForm<</Fields[]/XFA(<xdp/>)>>' })],
    ['another file in it', madePdf({ catalogue: '/Names<</EmbeddedFiles<</Names[(a.exe)4 0 R]>>>>' })],
    [
      'another file in it that says of itself nothing',
      madePdf({ catalogue: '/AF[<</Type/Filespec/F(a.exe)/EF<</F 4 0 R>>>>]' }),
    ],
    ['a program of the network behind a link', linked('<</S/URI/URI(file://evil.example/share/x.exe)>>')],
    ['a program of the machine behind a link', linked('<</S/URI/URI<66696C653A2F2F2F433A2F612E636D64>>>')],
    [
      'content from another file',
      plainPdf('/F(\\\\\\\\evil.example\\\\a)>>\nstream\nx\nendstream\nendobj\n9 0 obj\n<</X 1'),
    ],
    ['a page of another document', plainPdf('/Ref<</F(a.pdf)/Page 0>>')],
    ['another document behind a link', linked('<</S/GoToR/F(a.pdf)>>')],
    ['a page of another document behind a link', linked('<</S/Thread/F(a.pdf)/D 0>>')],
    ['content from the web', plainPdf('/F<</FS/URL/F(http://a.example/)>>')],
    ['a film', linked('<</S/Rendition/OP 0>>')],
    ['objects under a lock', madePdf({ trailer: '/Encrypt<</Filter/Standard/V 1/R 2>>' })],
    ['objects packed twice', madePdf({ stream: '/X/ASCII85Decode' })],
    ['objects that a predictor changed', madePdf({ stream: '/DecodeParms<</Predictor 12/Columns 4>>' })],
  ])('is refused: a PDF with %s [T19 ASVS-5.2.2 ASVS-5.3.3]', async (_, content) => {
    expect(await fateOf('a.pdf', content)).toBe('FILE_UNSAFE');
  });

  it('is refused where its objects are packed as only newer readers unpack them, as a viewer finds them [T19]', async () => {
    const content = opening(script, {}, { isNewlyPacked: true });

    expect([await hasScript(content), await fateOf('a.pdf', content)]).toEqual([true, 'FILE_UNSAFE']);
  });

  it.each([
    ['by what tells where they begin', ''],
    ['and behind a remark', '%9 0 obj<<\n'],
    ['and behind a text', '/X(9 0 obj<<)'],
    ['and behind digits', '/X<9 0 obj<<>'],
    ['and behind what digits end', '/X<9 0 obj<<>>'],
  ])('is refused where its objects are packed twice and hidden %s, as a viewer finds them [T19]', async (_, hidden) => {
    const content = opening(script, {}, { hidden });

    expect([await hasScript(content), await fateOf('a.pdf', content)]).toEqual([true, 'FILE_UNSAFE']);
  });

  it('is refused when its objects outgrow their room [T20 ASVS-5.2.3]', async () => {
    const grown = madePdf({ more: { 4: `(${'a'.repeat(40_000_000)})` } });

    expect(grown.length).toBeLessThan(100_000);
    expect(await fateOf('a.pdf', grown)).toBe('FILE_UNSAFE');
  });

  it('is not one that passes, however it is harmed, nor does it end the thread for the next [T19 T20]', async () => {
    const whole = [opening(script), plainPdf('/S /#4aava#53cript /JS (1)'), linked('<</S/Launch/F(calc.exe)>>')];
    const passed: Buffer[] = [];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...whole), harms, async (file, changes) => {
        const content = harmed(file, changes);
        if ((await fateOf('a.pdf', content)) === 'kept') passed.push(content);
      }),
      { seed: 20261123, numRuns: 300 },
    );

    for (const content of passed) expect(await hasScript(content)).toBe(false);
    expect(await fateOf('a.pdf', madePdf())).toBe('kept');
  });
});

describe('the thread that takes documents apart', () => {
  const good = { kind: 'pdf', content: madePdf() } as const;
  const harmful = (how: string) => ({ kind: 'pdf', content: Buffer.from(how) }) as const;
  const program = 'harmful-apart.testing.ts';

  it.each(['endless', 'greedy', 'gone'])(
    'is given up when a file keeps it %s; those behind it go on [T20]',
    async (how) => {
      await endThreads();
      const first = takeApart('one', harmful(how), { program, milliseconds: 2000 });
      const second = takeApart('another', good);

      expect([await first, await second]).toEqual(['unsafe', 'good']);
    },
  );

  it('counts the seconds that a document kept it against whoever sent it [T20]', async () => {
    await endThreads();
    await takeApart('slow', harmful('endless'), { program, milliseconds: 3100 });

    const { rows } = await databasePool().query<{ seconds: number }>(
      `select cardinality(taken_at) as seconds from rate_limit where name = 'upload.seconds' order by seconds desc limit 1`,
    );
    expect(rows).toEqual([{ seconds: expect.toSatisfy((seconds: number) => seconds >= 3) }]);
  });

  it('goes on with other people’s documents while it is kept by one [T20]', async () => {
    await endThreads();
    const order: string[] = [];
    const slow = takeApart('slow', harmful('endless'), { program, milliseconds: 2000 }).then(() => order.push('slow'));
    await takeApart('another', good).then(() => order.push('another'));
    await slow;

    expect(order).toEqual(['another', 'slow']);
  });

  it('serves one file of an owner at a time, and refuses who sends more than may wait [T20 S-11]', async () => {
    await endThreads();
    const sent = Array.from({ length: 20 }, () => takeApart('one', good).catch((error: unknown) => error));
    const other = takeApart('another', good);

    const answers = await Promise.all(sent);

    expect(answers.filter((each) => each === 'good')).toHaveLength(9);
    expect(answers.filter((each) => each instanceof Refusal && each.status === 503)).toHaveLength(11);
    expect(await other).toBe('good');
    expect(apartLimits.milliseconds).toBeLessThanOrEqual(5_000);
  });
});

describe('a document that nobody opens without its password', () => {
  it.each([
    ['a PDF', 'a.pdf', lockedPdf('secret')],
    ['a letter', 'a.docx', compound({ '/EncryptedPackage': Buffer.alloc(5000), '/EncryptionInfo': Buffer.alloc(200) })],
    ['a workbook', 'a.xlsx', compound({ '/EncryptedPackage': Buffer.alloc(5000) })],
    ['a workbook of before 2007', 'a.xls', compound({ '/Workbook': record(0x2f, [1, 0, 1, 0, 1, 0]) })],
  ])('is refused, and told so: %s [T19 Q2]', async (...[, name, content]) => {
    expect(await fateOf(name, content)).toBe('FILE_PASSWORD');
  });

  it('is told from one that is only locked against changes [T19 Q2]', async () => {
    expect([await fateOf('a.pdf', lockedPdf('')), await fateOf('a.pdf', plainPdf('/Encrypt<<>>'))]).toEqual([
      'FILE_UNSAFE',
      'kept',
    ]);
  });
});

describe('a document that does not act', () => {
  const legacy = readFileSync(join(import.meta.dirname, '../../people/imports/fixtures/thirty-candidates.xls'));

  it.each([
    ['a PDF with a link to the web', 'a.pdf', linked(web, '/OpenAction[3 0 R/Fit]')],
    ['a PDF of Chrome with a link that does nothing', 'a.pdf', linked('<</S/URI/URI (javascript:void\\(0\\))>>')],
    ['a PDF with a link to a page about scripts', 'a.pdf', linked('<</S/URI/URI(https://example.com/JavaScript)>>')],
    [
      'a PDF with a link whose address has brackets',
      'a.pdf',
      linked('<</S/URI/URI(https://a.example/Movie/Sound_\\(1\\))>>'),
    ],
    [
      'a PDF that opens at a page with an order of its keys and a link',
      'a.pdf',
      opening(
        '<</S/GoTo/D[3 0 R/Fit]>>',
        { 5: `<</Type/Annot/Subtype/Link/A ${web}>>` },
        { page: '/Tabs/S/Annots[5 0 R]' },
      ),
    ],
    ['a PDF that opens at a page', 'a.pdf', opening('<</S/GoTo/D[3 0 R/Fit]>>')],
    ['a PDF locked against changes', 'a.pdf', plainPdf('/Encrypt<</Filter/Standard/V 1/R 2>>')],
    [
      'a letter with a link and a page number',
      'a.docx',
      docx(
        related('hyperlink', 'https://example.com/', 'TargetMode="External"') + related('styles', 'styles.xml'),
        field(' PAGE '),
      ),
    ],
    ['a letter with a link to a port', 'a.docx', docx(related('hyperlink', 'www.a.cn:80/x', 'TargetMode="External"'))],
    [
      'a letter with a chart',
      'a.docx',
      docx('', '', [
        ...chartOf('../embeddings/a.xlsx'),
        { name: 'word/embeddings/a.xlsx', content: xlsx('', '<c r="A1"><f>SUM(A2:A9)</f></c>') },
      ]),
    ],
    [
      'a letter with a sheet in it',
      'a.docx',
      docx(related('package', 'embeddings/a.xlsx'), '', [
        { name: 'word/embeddings/a.xlsx', content: xlsx('', '<c r="A1"><f>SUM(A2:A9)</f></c>') },
      ]),
    ],
    [
      'a letter with parts in other encodings, and an empty one',
      'a.docx',
      docx('', '', [
        {
          name: 'customXml/a.xml',
          content: Buffer.from('\ufeff<?xml version="1.0" encoding="utf-16"?><a/>', 'utf16le'),
        },
        { name: 'customXml/b.xml', content: '<?xml version="1.0" encoding="GB2312"?><a/>' },
        { name: 'customXml/c.xml', content: '' },
      ]),
    ],
    ['a letter of before 2007 in pieces', 'a.doc', cutLetter('\u0013 PA', 'GE \u0014')],
    [
      'a picture with a palette behind an outline',
      'a.pdf',
      plainPdf(
        '/Outlines 2 0 R>>\nendobj\n2 0 obj\n<</First 3 0 R/Last 3 0 R/Count 1>>\nendobj\n4 0 obj\n<</Subtype/Image/ColorSpace[/Indexed/DeviceRGB 1(\\(\\)%<>\\\\)]/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 1>>/Length 2>>\nstream\nxx\nendstream\nendobj\n5 0 obj\n<<',
      ),
    ],
    ['a sheet that is named like a function', 'a.xlsx', xlsx('', '<c r="A1"><f>SUM(WebService!A1)</f></c>')],
    ['a sheet that is the copy of another', 'a.xlsx', xlsx('', `<c r="A1"><f>'Image (2)'!A1+T[Call (min)]</f></c>`)],
    ['a sheet with sums', 'a.xlsx', xlsx('', '<c r="A1"><f>IF(SUM(A2,IMAGES!A1)=1,"IMAGE (front)",0)</f></c>')],
    ['a sheet', 'a.xlsx', xlsx(related('hyperlink', 'mailto:a@example.com', 'TargetMode="External"'))],
    [
      'a letter of before 2007',
      'a.doc',
      compound({
        '/WordDocument': Buffer.from('\u0013 PAGE \u0014'),
        '/1Table': Buffer.from('Normal.dot', 'utf16le'),
      }),
    ],
    ['a sheet of before 2007', 'a.xls', legacy],
    ['blank bytes behind its end', 'a.pdf', Buffer.concat([madePdf(), Buffer.alloc(2000, 0x20)])],
    ['the mark of UTF-8 before it', 'a.pdf', Buffer.concat([Buffer.from('\ufeff'), madePdf()])],
    [
      'a drawing',
      'a.docx',
      docx('', '', [
        {
          name: 'word/media/a.svg',
          content:
            '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<svg xmlns="http://www.w3.org/2000/svg"/>',
        },
      ]),
    ],
  ])('is kept as it is: %s [T19]', async (...[, name, content]) => {
    expect(await fateOf(name, content)).toBe('kept');
  });
});

describe('a refusal', () => {
  const refusalOf = async (name: string, content: Buffer) => {
    const refused = await inspectFile('somebody', content, name).catch((error: unknown) => error);
    return refused instanceof Refusal ? refusalMessage('en', refused.code, refused.values) : 'kept';
  };
  const formula = { name: 'word/embeddings/oleObject1.bin', content: 'x' };
  it.each([
    ['a formula of another program', docx(related('oleObject', 'embeddings/oleObject1.bin'), '', [formula])],
    ['a macro', docx('', '', [{ name: 'word/vbaProject.bin', content: 'x' }])],
  ])('names the part of a letter that can act: %s [Q2]', async (_, content) => {
    expect(await refusalOf('a.docx', content)).toMatch(/“word\/(?:embeddings\/oleObject1|vbaProject)\.bin”.*MathType/);
  });

  it('of a picture that is too large says how many pixels it has, and how many it can have [Q2 T20]', async () => {
    const blank = { width: 9000, height: 7000, channels: 3, background: '#fff' } as const;
    const picture = await sharp({ create: blank, limitInputPixels: false }).jpeg({ quality: 1 }).toBuffer();

    expect(await refusalOf('a.jpg', picture)).toMatch(/has 63 million pixels.*60 million/);
  });

  it('of a picture that comes coarse first is made at 24 million pixels: all of it would be held at once [Q2 T20]', async () => {
    const refused = async (width: number) => {
      const blank = { width, height: 5000, channels: 3, background: '#fff' } as const;
      const picture = await sharp({ create: blank }).jpeg({ quality: 1, progressive: true }).toBuffer();
      return await refusalOf('a.jpg', picture);
    };

    expect(await refused(5000)).toMatch(/has 25 million pixels.*24 million/);
    expect(await refused(4800)).toBe('kept');
  });
});
