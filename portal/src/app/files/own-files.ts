import type { ChosenFile } from '@exam/ui/form';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { onStepsCleared } from '../draft/steps.ts';

const keyOf = (ids: readonly string[]) => ['own-files', ...[...ids].sort()] as const;

/** The file names of what was uploaded a moment ago, so that they need not be asked for. */
const arrived = new Map<string, ChosenFile>();

// The next person at this browser has other files.
onStepsCleared(() => arrived.clear());

/** Remembers the name of a file that has just been kept by the server. */
export function rememberFile(file: ChosenFile): void {
  arrived.set(file.id, file);
}

/**
 * The names of one's own uploaded files by their ids.
 * @returns `files`: those that are known by now; `gone`: ids that the server has thrown away, as far as it has said
 */
export function useOwnFiles(ids: readonly string[]): { files: readonly ChosenFile[]; gone: readonly string[] } {
  const unknown = ids.filter((id) => !arrived.has(id));
  const { data } = useQuery({
    queryKey: keyOf(unknown),
    queryFn: ({ signal }) => api('formAttachment.list', { body: { ids: unknown } }, { signal, isQuiet: true }),
    enabled: unknown.length > 0,
  });
  const found = new Map<string, ChosenFile>([...arrived, ...(data ?? []).map((file) => [file.id, file] as const)]);
  return {
    files: ids.flatMap((id) => found.get(id) ?? []),
    gone: data === undefined ? [] : unknown.filter((id) => !found.has(id)),
  };
}
