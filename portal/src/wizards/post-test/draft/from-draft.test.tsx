// @vitest-environment jsdom
import { pressNamed } from '@exam/ui/testing';
import { useNavigate } from 'react-router';
import { expect, it } from 'vitest';
import type { Product } from '../../../app/catalogue.ts';
import { show, usePortal } from '../../../testing/site.ts';
import { PostTestRequest } from './from-draft.tsx';

const portal = usePortal();

const addressOf = (draft: string) =>
  `/exam-registration?product=remark&draft=0b6f0a52-6a2e-4c1a-9c55-00000000000${draft}`;

function OtherDraft() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(addressOf('2'))}>
      the other draft
    </button>
  );
}

it('another draft in the address is read in the place of the one before', async () => {
  const product = { id: '1', code: 'remark', nameEn: 'Re-mark', nameZh: '复核' } as unknown as Product;
  const drafts = () => portal().read.filter((name) => name === 'postTest.draft').length;
  const page = await show(
    portal(),
    addressOf('1'),
    <>
      <OtherDraft />
      <PostTestRequest product={product} local={null} />
    </>,
  );
  const first = drafts();

  await pressNamed(portal(), page, 'the other draft');

  expect(first).toBeGreaterThan(0);
  expect(drafts()).toBeGreaterThan(first);
});
