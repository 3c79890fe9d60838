MATCH (m:Import {key: $key})
SET m.report = coalesce(m.report, $report)
RETURN m.report AS report
