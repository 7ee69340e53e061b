import type { StaffReply } from '@exam/contract/staff/client';
import { useLanguage } from '@exam/ui/i18n';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';

type Option = { value: string; label: string };

/** The reader's offices and the awarding bodies as options of a select; empty until they have come. */
export function usePlaceOptions(): { offices: Option[]; bodies: Option[] } {
  const { language } = useLanguage();
  const { data } = useQuery({
    queryKey: ['object', 'offices'],
    queryFn: ({ signal }) => staffApi('places.offices', {}, { signal, isQuiet: true }),
  });
  const officeOption = ({ id, nameEn, nameZh }: StaffReply<'places.offices'>['list'][number]) => ({
    value: id,
    label: language === 'zh' ? nameZh : nameEn,
  });
  return {
    offices: (data?.list ?? []).map(officeOption),
    bodies: (data?.bodies ?? []).map(({ id, name }) => ({ value: id, label: name })),
  };
}
