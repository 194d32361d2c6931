def rule_document(rules, language): return {}
