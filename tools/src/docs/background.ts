import { background, besideTheQueue, laneOf } from '@exam/server/platform/worker/background';
import { queueLanes } from '@exam/server/platform/worker/lanes';

const words = {
  alone:
    'the queue tries it again with growing pauses, the others go on; after twelve tries it is given up and told, until a person tries it again',
  each: 'each item has a transaction of its own: it fails alone, is told, and is tried by the next run; any number of such leave the others their turn',
  halves:
    'many in one transaction; where it fails its halves are tried, until the item that fails is alone, left out, and told',
  handsOver: 'nothing of an item is looked at: each becomes a job',
  asOne: 'there is no item by itself: all that is due in one go, again in the next run',
} as const;

/** Everything that the server does by itself, and what happens when one thing in it always fails. */
export function backgroundPage(): string {
  const rows = Object.entries(background).map(([task, work]) => {
    const why = work.answer === 'asOne' ? ` (${work.why})` : '';
    return `| \`${task}\` | ${laneOf(task)} | ${work.about} | ${words[work.answer]}${why} |`;
  });
  const lanes = Object.entries(queueLanes).map(([lane, { workers, about }]) => `| ${lane} | ${workers} | ${about} |`);
  const beside = besideTheQueue.map(({ file, about, answer }) => `| \`platform/${file}\` | ${about} | ${answer} |`);
  return `# What runs in the background

Written by \`npm run docs\` from \`server/src/platform/worker/background.ts\`; a test holds it to the tasks and crons of the domains. \`/metrics\` shows of each
task how long the oldest job that is due has waited (\`queue_oldest_waiting_seconds\`) and how many were given up (\`queue_failed_jobs\`); the log tells
of both each minute ("jobs wait too long", "jobs given up"), and so does the doctor.

## Lanes

Each process has workers for each lane, so that nobody waits for the work of another lane: however slow a payment channel is, and however many
letters go out, a code is sent at once (decision 0075).

| lane | workers | what |
| --- | --- | --- |
${lanes.join('\n')}

## In the queue

| task | lane | about | when one item always throws |
| --- | --- | --- | --- |
${rows.join('\n')}

## Beside it

| file | about | when one thing always fails |
| --- | --- | --- |
${beside.join('\n')}
`;
}
