import { type Sandbox, startSandbox } from '@exam/sandbox/main';
import { settingsFrom } from '@exam/sandbox/settings';

/**
 * Starts the outside world of a test on free ports, speaking the real protocols. It knows nothing of the server but what it is told by its
 * settings and over its lines; a process of its own would cost each test file a second.
 * @throws Error with one sentence for each setting that is wrong
 */
export async function startOutside(settings: Readonly<Record<string, string>>): Promise<Sandbox> {
  const { options, problems } = settingsFrom({ SANDBOX_PORT: '0', ...settings });
  if (problems.length > 0) throw new Error(problems.join(' '));
  return await startSandbox(options);
}
