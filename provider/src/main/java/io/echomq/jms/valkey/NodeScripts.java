package io.echomq.jms.valkey;

import io.echomq.lua.Script;
import io.echomq.lua.ScriptCatalog;

/** The scripts of a {@link NodeLease}. */
record NodeScripts(Script take, Script renew, Script free) {
  static NodeScripts of(ScriptCatalog catalog) {
    return new NodeScripts(
        catalog.get("take-node"), catalog.get("renew-node"), catalog.get("free-node"));
  }
}
