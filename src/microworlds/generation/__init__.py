"""What any suite's writer needs: ledger, queries, splits, event graph, session planner, selection, wording, grammar."""
