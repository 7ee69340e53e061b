import { openDatabase } from '#platform/database';
import { startWorker } from '#platform/worker';

// A server process of a test that takes the job `test.hang` and never ends it.
openDatabase(process.env['DATABASE_URL'] ?? '', { connections: 6 });
await startWorker(
  {
    'test.hang': async () => {
      process.stdout.write('begun\n');
      await new Promise(() => undefined);
    },
  },
  [],
);
setInterval(() => undefined, 1000);
