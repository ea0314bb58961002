// The views of a run that are not seen at first, in one piece of code; load-results.ts fetches it.
import "./timing/export-menu";
import "./hooks/hooks-view";
import "./timing/icicle-view";
import "./ops/ops-table";
import "./timing/timing-table";
import "./timing/timing-text";
