import { useMessages } from '@exam/ui/i18n';
import { accountWords } from '../../../messages/account.ts';
import { deviceOf } from '@exam/ui/app';

/** Names a device by its browser and system, in the page's language. */
export function useDeviceName(): (of: { device: string }) => string {
  const words = useMessages(accountWords).devices;
  return ({ device }) => {
    const { browser, system } = deviceOf(device);
    if (browser === null && system === null) return words.unknown;
    return system === null ? (browser ?? '') : words.on({ browser: browser ?? words.unknownBrowser, system });
  };
}
