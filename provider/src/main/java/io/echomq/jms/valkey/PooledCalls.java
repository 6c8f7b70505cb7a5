package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import io.echomq.lua.ScriptCatalog;
import java.util.List;

/**
 * Script calls over links of the pool.
 *
 * <p>Threads: any.
 */
final class PooledCalls {
  private final Links links;
  private final ScriptRunner runner;
  private final ScriptCatalog catalog;

  PooledCalls(Links links, ScriptRunner runner, ScriptCatalog catalog) {
    this.links = links;
    this.runner = runner;
    this.catalog = catalog;
  }

  Script script(String name) {
    return catalog.get(name);
  }

  /** One call, never repeated by itself: when its reply is lost, its effect may be there. */
  <T> T once(Links.Call<T> call) throws WireException {
    return links.with(call);
  }

  /** One call that may be made twice: once more over another link when the first one was lost. */
  <T> T repeatable(Links.Call<T> call) throws WireException {
    try {
      return links.with(call);
    } catch (WireException e) {
      if (e.error() != WireError.UNAVAILABLE || !links.isPatient()) {
        throw e;
      }
      return links.with(call);
    }
  }

  /** See {@link Links#within}. */
  <T> T within(long patienceMillis, Links.Patient<T> call) throws WireException {
    return links.within(patienceMillis, call);
  }

  /** A script, see {@link #once}. */
  Object once(ScriptCall call) throws WireException {
    return once(link -> runner.call(link, call));
  }

  /** A script, see {@link #repeatable}. */
  Object repeatable(ScriptCall call) throws WireException {
    return repeatable(link -> runner.call(link, call));
  }

  /**
   * Several as one pipeline, see {@link #repeatable}.
   *
   * @param requests {@link Command}s and {@link ScriptCall}s
   * @return their replies
   * @throws WireException the first error among them
   */
  List<Object> pipeline(List<?> requests) throws WireException {
    return requests.isEmpty() ? List.of() : pipeline(link -> requests);
  }

  /** As {@link #pipeline(List)}, for requests that depend on the link they will travel on. */
  List<Object> pipeline(Links.Call<List<?>> requests) throws WireException {
    List<Object> replies = repeatable(link -> runner.pipeline(link, requests.on(link)));
    for (Object reply : replies) {
      if (reply instanceof WireException error) {
        throw error;
      }
    }
    return replies;
  }
}
