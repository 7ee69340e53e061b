-- Who leaves an exam alone is no filter of a list any more.
update saved_view set params = params - 'leaveChoice' where list = 'applications.search' and params ? 'leaveChoice';
