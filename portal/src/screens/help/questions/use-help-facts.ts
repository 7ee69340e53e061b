import { useLanguage } from '@exam/ui/i18n';
import { useQuery } from '@tanstack/react-query';
import { productLines } from '../../../app/catalogue.ts';
import { helpFacts, type HelpFacts } from '../../../messages/help-facts.ts';
import { bookingLeadOf } from '../booking-lead.ts';

/** The numbers of the rules, and what the catalogue says of booked exams once it is there. */
export function useHelpFacts(): HelpFacts {
  const { language } = useLanguage();
  const { data: lines = [] } = useQuery(productLines(language));
  return { ...helpFacts, bookingLead: bookingLeadOf(lines.flatMap(({ products }) => products)) };
}
