-- Only comments changed since.
SELECT;
