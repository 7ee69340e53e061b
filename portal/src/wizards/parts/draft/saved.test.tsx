// @vitest-environment jsdom
import { emptyPublicDraft, forStorage } from '@exam/contract/wizards';
import { act } from 'react';
import { expect, it } from 'vitest';
import { show, usePortal } from '../../../testing/site.ts';
import { useIsSaved } from '../../../app/draft/keeping.ts';
import { keepDraft } from './store.ts';

const portal = usePortal();

function Saved() {
  return <p id="saved">{useIsSaved() ? 'saved' : 'not saved'}</p>;
}

it('a choice that did not arrive is told, and sent again when the network is back [R-35]', async () => {
  portal().refuses('draft.save', 503, { code: 'BUSY' });
  const page = await show(portal(), '/exam-registration?product=tkt', <Saved />);
  const said = () => page.querySelector('#saved')?.textContent ?? page.textContent;
  const wizard = { kind: 'public', empty: emptyPublicDraft, forStorage } as const;

  await act(async () => keepDraft(wizard, { product: 'tkt', draft: emptyPublicDraft, isLogin: true }));
  await expect.poll(said).toBe('not saved');
  portal().says('draft.save', () => null as never);
  await act(async () => void window.dispatchEvent(new Event('online')));
  await expect.poll(said).toBe('saved');

  expect(portal().sent.map(({ name }) => name)).toEqual(['draft.save', 'draft.save']);
});
