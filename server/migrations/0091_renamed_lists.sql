-- A saved view is found by the call that answers its list; these calls have other names now.
update saved_view set list = case list
  when 'minimums.search' then 'sessionMinimums.search'
  when 'postResults.search' then 'postTests.search'
  else 'postTests.exports'
end
where list in ('minimums.search', 'postResults.search', 'postResults.exports');
