import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

/**
 * The anchor of the letter: `node letter-alone.ts <folder of the template> <letters>` typesets the product's template with the
 * compiler alone, one letter after the other, each with another application code. Prints milliseconds per letter as JSON.
 */
const [folder = '', count = '1'] = process.argv.slice(2);
const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: [join(folder, 'fonts')] }] });

const url = 'https://examport.example/verify/7K3MQ-2ZD9X-WBR41';

/** What a full letter looks like to the template: finished strings. */
function letterOf(code: string): object {
  return {
    language: 'en',
    brand: 'Examport',
    operator: 'Exam registration service',
    title: 'Confirmation letter',
    documentTitle: `Confirmation letter ${code}`,
    code: { label: 'Application', value: code },
    stub: { month: 'Nov', day: '25', weekday: 'Wednesday', year: '2026' },
    product: 'Teaching Knowledge Test (TKT)',
    paper: 'TKT Module 1',
    candidate: { label: 'Candidate', value: 'WANG XIAOMING' },
    report: { label: 'Report by', value: '08:30', note: '30 minutes before the start' },
    time: { label: 'Exam time', value: '09:00–10:20', note: 'China time' },
    details: {
      title: 'Exam details',
      rows: [
        ['Identity document', 'Resident identity card ending in 003X'],
        ['Date', 'Wednesday 25 November 2026'],
        ['Venue', 'Chaoyang Test Centre · Beijing'],
        ['Address', 'Room 302, Building 5, 18 Jianguomenwai Avenue, Chaoyang District, Beijing 100022'],
      ],
    },
    notices: {
      title: 'What you need to know',
      items: ['Candidates enter by the east gate.', 'Bring a jumper: the room is cool.'],
    },
    lists: [
      {
        title: 'What to bring',
        items: ['This letter, printed or on a phone', 'The original of your document', 'A black pen'],
      },
      {
        title: 'On the day',
        items: ['Be at the venue by 08:30.', 'Phones are switched off.', 'Follow the instructions.'],
      },
    ],
    check: { title: 'Is this letter valid?', text: 'Scan the code, or open the address below.', url },
    contact: { title: 'Questions', text: 'Write to the Beijing office.', email: 'beijing@examport.example' },
    scan: 'Scan to check',
    qr: qrLike(),
    qrAlternative: `QR code that opens ${url}`,
    markAlternative: 'Examport mark',
    footer: `Confirmation letter ${code} · Version 1`,
    page: 'Page {page} of {pages}',
  };
}

/** A drawing with as many bars as the letter's QR code has. */
function qrLike(): string {
  const bars = Array.from(
    { length: 37 * 9 },
    (_, index) => `M${4 + (index % 9) * 4} ${4 + Math.floor(index / 9)}h2v1h-2z`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45" width="45" height="45"><path d="${bars.join('')}"/></svg>`;
}

function typeset(code: string): number {
  const begun = performance.now();
  const compiled = compiler.compile({
    mainFilePath: join(folder, 'letter-template.typ'),
    inputs: { letter: JSON.stringify(letterOf(code)) },
  });
  if (compiled.result === null) throw new Error(JSON.stringify(compiled.takeError()?.shortDiagnostics));
  compiler.pdf(compiled.result, { pdfStandard: 'ua-1' });
  compiler.evictCache(10);
  return performance.now() - begun;
}

typeset('P261121-WARM1');
const milliseconds = Array.from({ length: Number(count) }, (_, index) => typeset(`P261121-${10_000 + index}`));
console.log(JSON.stringify(milliseconds));
