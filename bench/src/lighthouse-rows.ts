import { execFile } from 'node:child_process';
import { createServer, request, type Server } from 'node:http';
import { promisify } from 'node:util';
import { goals } from './budgets.ts';
import { openBrowser } from './browser.ts';
import { freePorts, type Product } from './product.ts';
import { median, spreadOf } from './statistics.ts';
import { notMeasured, type Row } from './table.ts';

/** Fetched when it is asked for: with what it brings it is 176 MB, which nobody who starts the product needs. */
const lighthouse = 'lighthouse@13.5.0';

const rounds = 3;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Scores = Readonly<Record<(typeof categories)[number], number>>;

const pages = [
  { name: 'home', path: '/', goal: goals.publicLighthouse },
  { name: 'all exams', path: '/exam-all', goal: goals.publicLighthouse },
  { name: 'questions', path: '/help/question', goal: goals.publicLighthouse },
  { name: 'sign-in', path: '/auth/signin', goal: goals.wizardLighthouse },
  { name: 'registration', path: '/exam-registration?product=tkt', goal: goals.wizardLighthouse },
] as const;

const run = promisify(execFile);

/** Lighthouse's scores of five pages as a visitor on its phone, the median of three rounds; told, never failing. Not measured where it cannot be fetched. */
export async function lighthouseRows(product: Product): Promise<Row[]> {
  const [frontPort = 0, browserPort = 0] = await freePorts(2);
  const front = await openFront(product.url, frontPort);
  const browser = await openBrowser(browserPort);
  try {
    const rows: Row[] = [];
    for (const { name, path, goal } of pages) {
      const scores: Scores[] = [];
      for (let round = 0; round < rounds; round++)
        scores.push(await scoresOf(`http://localhost:${frontPort}${path}`, browserPort));
      rows.push(...rowsOf(name, goal, scores));
    }
    return rows;
  } catch (error) {
    const [reason = ''] = String(error).split('\n');
    return [notMeasured('Lighthouse scores', '97 / 90, 100', reason)];
  } finally {
    await browser.close();
    front.close();
  }
}

/** The performance of a page, and the lowest of its other scores. */
function rowsOf(name: string, goal: number, scores: readonly Scores[]): Row[] {
  const row = (what: string, target: number, values: readonly number[]): Row => ({
    goal: `${name}, Lighthouse ${what}`,
    target: `>= ${target}`,
    measured: String(median(values)),
    spread: spreadOf(values),
    anchor: 'its phone, simulated; median of 3',
    verdict: median(values) >= target ? 'ok' : 'over',
  });
  const others = scores.map((each) => Math.min(each.accessibility, each['best-practices'], each.seo));
  const performance = scores.map((each) => each.performance);
  return [row('performance', goal, performance), row('accessibility, practices, search', 100, others)];
}

/** @throws Error when Lighthouse cannot be fetched, or could not load the page. */
async function scoresOf(address: string, port: number): Promise<Scores> {
  const only = `--only-categories=${categories.join(',')}`;
  const asked = ['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', address];
  const { stdout } = await run('npm', [...asked, `--port=${port}`, '--output=json', '--quiet', only], {
    maxBuffer: 100_000_000,
  });
  const report: {
    runtimeError?: { message: string };
    categories: Record<(typeof categories)[number], { score: number }>;
  } = JSON.parse(stdout);
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  const scoreOf = (category: (typeof categories)[number]) => Math.round(report.categories[category].score * 100);
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    'best-practices': scoreOf('best-practices'),
    seo: scoreOf('seo'),
  };
}

/**
 * The product without its `Referrer-Policy`: Chromium's headless shell (147) drops every document that has one while Lighthouse watches,
 * whoever sent it.
 */
async function openFront(url: string, port: number): Promise<Server> {
  const behind = new URL(url);
  const front = createServer((asked, answer) => {
    const headers = { ...asked.headers, host: behind.host };
    if (headers.origin !== undefined) headers.origin = behind.origin;
    const forwarded = request(new URL(asked.url ?? '/', url), { method: asked.method, headers }, (found) => {
      const { 'referrer-policy': _, ...kept } = found.headers;
      answer.writeHead(found.statusCode ?? 502, kept);
      found.pipe(answer);
    });
    forwarded.once('error', () => answer.destroy());
    asked.pipe(forwarded);
  });
  await new Promise<void>((resolve) => front.listen(port, 'localhost', resolve));
  return front;
}
