import { chainLines, checkChain } from '#office/audit';
import { runCommand } from '#platform/command';

// `npm run audit-verify`: walks the audit chain of DATABASE_URL, or of the embedded database; names the first broken entry, exit code 1.
await runCommand(async (open) => {
  const { url } = await open();
  const check = await checkChain(url);
  for (const line of chainLines(check)) console.log(line);
  if (check.first) process.exitCode = 1;
});
