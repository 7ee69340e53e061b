import { deviceOf } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { peopleWords } from '../../messages/people.ts';

/** A browser by its own name and its system's, out of what it called itself. */
export function DeviceText({ device }: { device: string }) {
  const words = useMessages(peopleWords);
  const { browser, system } = deviceOf(device);
  if (browser === null || system === null) return browser ?? system ?? words.unknownDevice;
  return words.deviceOn(browser, system);
}
