// The views of a run that are not seen at first, in one piece of code; load-results.ts fetches it.
import "./export-menu";
import "./hooks-view";
import "./icicle-view";
import "./ops-table";
import "./timing-table";
import "./timing-text";
