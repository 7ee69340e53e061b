import { CheckboxField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Dialog, Menu, showToast, type MenuItem } from '@exam/ui/parts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { queryClient, staffApi } from '../app/api.ts';
import { listWords } from '../messages/list.ts';
import { writeListState, type ListState } from './list-state.ts';

type SavedViewsProps = { list: string; state: ListState; replace: (params: Record<string, string>) => void };

/** The views of a list that somebody has kept: chosen, saved and deleted here. */
export function SavedViews({ list, state, replace }: SavedViewsProps) {
  const words = useMessages(listWords);
  const [isSaving, setSaving] = useState(false);
  const { data } = useQuery({
    queryKey: ['savedViews', list],
    queryFn: ({ signal }) => staffApi('savedViews.list', { params: { list } }, { signal, isQuiet: true }),
    staleTime: 60_000,
  });
  const views = data?.list ?? [];
  const now = JSON.stringify(writeListState({ ...state, page: 1 }));
  const own = views.find((view) => view.isOwn && JSON.stringify(view.params) === now);
  const remove = useMutation({
    mutationFn: (id: string) => staffApi('savedViews.delete', { params: { id } }),
    onSuccess: () => viewsChanged(list, words.viewDeleted),
  });
  const items: MenuItem[] = [
    { label: words.viewDefault, onSelect: () => replace({}) },
    ...views.map((view) => ({ label: view.name, onSelect: () => replace(view.params) })),
    { label: words.saveView, onSelect: () => setSaving(true) },
    ...(own === undefined ? [] : [{ label: words.deleteView, onSelect: () => remove.mutate(own.id) }]),
  ];
  return (
    <>
      <Menu label={words.views} items={items} />
      {isSaving && <SaveView list={list} params={JSON.parse(now)} onClose={() => setSaving(false)} />}
    </>
  );
}

async function viewsChanged(list: string, told: string): Promise<void> {
  void showToast(told, 'success');
  await queryClient.invalidateQueries({ queryKey: ['savedViews', list] });
}

function SaveView(props: { list: string; params: Record<string, string>; onClose: () => void }) {
  const words = useMessages(listWords);
  const form = useId();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const save = useMutation({
    mutationFn: () => staffApi('savedViews.save', { body: { list: props.list, name, params: props.params, isShared } }),
    onSuccess: async () => {
      props.onClose();
      await viewsChanged(props.list, words.viewSaved);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && !save.isPending) save.mutate();
  };
  return (
    <Dialog
      open
      title={words.saveView}
      onClose={props.onClose}
      actions={
        <Button type="submit" form={form} busy={save.isPending} disabled={name.trim() === ''}>
          {words.save}
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={words.viewName}
          value={name}
          maxLength={60}
          required
          onChange={(event) => setName(event.target.value)}
        />
        <CheckboxField
          label={words.viewShared}
          checked={isShared}
          onChange={(event) => setShared(event.target.checked)}
        />
      </form>
    </Dialog>
  );
}
