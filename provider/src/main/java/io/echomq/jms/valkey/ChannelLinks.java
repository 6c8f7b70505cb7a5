package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import java.time.Duration;
import java.util.Collection;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Opens the links of a command channel: past login and fence, fit for the durability that was
 * asked, with the channel's scripts in place, so that none of a pipeline is missing one.
 *
 * <p>Threads: the leader of the channel.
 */
final class ChannelLinks implements ChannelLink.Source {
  private final Links links;
  private final ScriptRunner runner;
  private final Collection<Script> scripts;
  private final DurabilityCheck durability;

  ChannelLinks(
      Links links, ScriptRunner runner, Collection<Script> scripts, DurabilityCheck durability) {
    this.links = links;
    this.runner = runner;
    this.scripts = scripts;
    this.durability = durability;
  }

  @Override
  public ChannelLink open(long timeoutMillis) throws WireException {
    Link link = links.dedicated("send", Duration.ofMillis(timeoutMillis));
    try {
      durability.recheck(link);
      runner.ensure(link, scripts);
    } catch (WireException e) {
      link.close();
      throw e;
    }
    return new Adapter(link);
  }

  private final class Adapter implements ChannelLink {
    private final Link link;

    Adapter(Link link) {
      this.link = link;
    }

    @Override
    public void write(Command command) throws WireException {
      link.write(command);
    }

    @Override
    public void flush() throws WireException {
      link.flush();
    }

    @Override
    public Object read(long timeoutMillis) throws WireException {
      try {
        return link.read((int) Math.min(Integer.MAX_VALUE, timeoutMillis));
      } catch (WireException e) {
        if (e.getCause() instanceof JedisDataException) {
          return e;
        }
        throw e;
      }
    }

    @Override
    public void loadScripts() throws WireException {
      runner.reload(link, scripts);
    }

    @Override
    public void close() {
      link.close();
    }
  }
}
