import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { inTransaction, openDatabase } from '#platform/database';

/**
 * A process of buyers for `seats-race.test.ts`: takes every request given on its command line, so many at a time, and prints
 * what each got. `--fault` replaces a piece of the statement in `seats.ts` while it is loaded: the test must see the damage.
 */
const [url = '', requests = '[]', fault = ''] = process.argv.slice(2);
const [wrong = '', right = ''] = fault === '' ? [] : fault.split(' => ').toReversed();

if (right !== '') {
  registerHooks({
    load: (address, context, next) => {
      if (!address.endsWith('/sessions/seats.ts')) return next(address, context);
      const source = readFileSync(new URL(address), 'utf8');
      if (!source.includes(right)) throw new Error(`seats.ts does not contain: ${right}`);
      return { format: 'module-typescript', shortCircuit: true, source: source.replaceAll(right, wrong) };
    },
  });
}

type Request = {
  orderId: string;
  accountId: string;
  lines: { applicationId: string; sessionId: string; paperId: string; person: string }[];
};

const { takeSeats } = await import('./seats.ts');
const waiting: Request[] = JSON.parse(requests);
const outcomes: string[] = [];
openDatabase(url, { connections: 16 });

async function buy(): Promise<void> {
  for (let request = waiting.shift(); request; request = waiting.shift()) outcomes.push(await outcomeOf(request));
}

async function outcomeOf({ orderId, accountId, lines }: Request): Promise<string> {
  const heldUntil = '2100-01-01T00:00:00.000Z';
  try {
    const answer = await inTransaction((tx) =>
      takeSeats(tx, {
        orderId,
        accountId,
        heldUntil,
        lines: lines.map(({ paperId, person, ...line }) => ({
          ...line,
          sessionSubjectIds: [paperId],
          personKey: Buffer.from(person, 'hex'),
        })),
      }),
    );
    return answer.taken ? 'taken' : 'refused';
  } catch (error) {
    return `error ${error instanceof Error ? error.message : 'unknown'}`;
  }
}

await Promise.all(Array.from({ length: 16 }, buy));
process.stdout.write(JSON.stringify(outcomes), () => process.exit(0));
