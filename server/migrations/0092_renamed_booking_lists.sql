-- A saved view is found by the call that answers its list; these calls have other names now.
update saved_view set list = case list
  when 'desk.search' then 'bookings.search'
  when 'entries.search' then 'bodyEntries.search'
  else 'auditMonths.search'
end
where list in ('desk.search', 'entries.search', 'auditSegments.search');
