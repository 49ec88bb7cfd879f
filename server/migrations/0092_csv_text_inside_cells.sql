-- rolling: yes

-- As `csvLine` in the application: spreadsheets whose list separator is a semicolon or a tab also start a cell inside the text.
CREATE OR REPLACE FUNCTION csv_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN left(value, 1) IN ('=', '+', '-', '@', E'\t', E'\r', '＝', '＋', '－', '＠') THEN '''' ELSE '' END
    || regexp_replace(value, E'([;\t\r\n]"*)([=+@＝＋－＠-])', E'\\1''\\2', 'g')
$$;
