import { wizardPlace } from '@exam/contract/wizards';
import { useSearchParams } from '@exam/ui/app';
import type { Dispatch, SetStateAction } from 'react';

import { useTyped } from '../../../app/draft/typed.ts';

/**
 * State of a wizard's form that is there again when one comes back to its page, after a reload, on another device, and when the session ended;
 * it goes with the draft.
 * @param name names the form among those of the product
 */
export function useTypedInStep<Value>(
  name: string,
  begin: () => Value,
  isValue: (value: unknown) => value is Value,
): [Value, Dispatch<SetStateAction<Value>>] {
  const [params] = useSearchParams();
  return useTyped(`${wizardPlace(params.get('product') ?? '')}${name}`, begin, isValue, true);
}
