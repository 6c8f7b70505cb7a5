package io.echomq.jms.valkey;

import io.echomq.jms.codec.PayloadCodec;
import io.echomq.jms.config.Options;
import io.echomq.jms.config.Sending;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Credentials;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Line;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.ServerInfo;
import io.echomq.jms.wire.Settled;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.ScriptCatalog;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the connections of one factory with equal credentials share: links, command channels, node
 * id, clock, heartbeat. Put together here, and nowhere else.
 *
 * <p>Threads: any. Of its own it has the heartbeat's and one for each channel; none is left after
 * {@link #close}.
 */
final class ValkeyRuntime {
  private static final Logger LOG = LoggerFactory.getLogger(ValkeyRuntime.class);

  /** The server remembers sequences this much longer than anything is repeated. */
  private static final long REMEMBER_MILLIS = TimeUnit.MINUTES.toMillis(10);

  final Options options;
  final Keys keys = new Keys();
  final ServerClock clock = new ServerClock();
  final Failure failure = new Failure();
  final ScriptRunner runner = new ScriptRunner();
  final ScriptCatalog catalog;
  final Links links;
  final PooledCalls calls;
  final Mint mint;
  final KeyLeases leases;
  final Temporaries temporaries;
  final Channels channels;
  final LifecycleEvents events;
  final Topics topics;
  final JobSender sender;
  final LeaseRouter router;
  final JobFetcher fetcher;
  private final FetchTickets tickets;

  /** For what belongs to no session. */
  private final Line own;

  final JobBrowser browser;
  final QueueTender tender;
  final Routes routes;
  final LastStop lastStop;
  private final ExpiredRows expired;
  final PreparedBranches branches;
  private final MortalQueues mortal;
  private final NodeLease node;
  private final Heartbeat heartbeat;
  private final DurabilityCheck durability;
  private final SeenServers seen;
  private final ServerWatch watch;
  private volatile ServerInfo server;

  /** Connects and takes a node id; nothing is left open when that fails. */
  static ValkeyRuntime open(Options options, Credentials credentials, ScriptCatalog catalog)
      throws WireException {
    ValkeyRuntime runtime = new ValkeyRuntime(options, credentials, catalog);
    try {
      runtime.start();
      return runtime;
    } catch (WireException | RuntimeException e) {
      runtime.close();
      throw e;
    }
  }

  private ValkeyRuntime(Options options, Credentials credentials, ScriptCatalog catalog)
      throws WireException {
    this.options = options;
    this.seen = new SeenServers(System::nanoTime, options.receiving().lease().toMillis());
    this.catalog = catalog;
    long leaseMillis = options.receiving().lease().toMillis();
    this.watch = new ServerWatch(runner, catalog, keys, seen, leaseMillis);
    LinkFactory factory = new LinkFactory(options, credentials);
    Duration lease = options.client().nodeLease();
    String name = options.endpoint().toString();
    links = new Links(factory, options);
    calls = new PooledCalls(links, runner, catalog);
    MintSequence sequence = MintSequence.shared(factory.serverKey());
    UUID id = UUID.randomUUID();
    String owner = id.toString();
    // Short, for the server reads and hashes it with every call.
    String channelName =
        Long.toUnsignedString(id.getMostSignificantBits() ^ id.getLeastSignificantBits(), 36);
    node = new NodeLease(runner, catalog, keys, clock, sequence, owner, lease, failure::fail);
    mint = new Mint(sequence, clock, node);
    heartbeat = new Heartbeat(name, links, lease.dividedBy(3), options.timeouts(), failure::fail);
    leases = new KeyLeases(runner, catalog, calls, heartbeat, lease);
    temporaries = new Temporaries(calls, leases, keys, mint, clock, lease);
    durability = new DurabilityCheck(links);
    failure.listen(why -> heartbeat.cease());
    failure.listen(why -> LOG.warn("{} has failed for good: {}", name, why.getMessage()));
    PayloadCodec codec = new PayloadCodec(options.sending().compressAbove());
    boolean lanes = options.sending().groups() == Sending.Groups.LANES;
    JobEncoder encoder = new JobEncoder(codec, clock, lanes);
    SendPort port =
        SendPort.of(
            channel(name), channelName, catalog, encoder, mint, sendTimeout() + REMEMBER_MILLIS);
    channels = channels(port, name);
    failure.listenLast(channels::fail);
    events = new LifecycleEvents(options.client().events(), calls, keys, name);
    routes = new Routes(calls, keys, options, System::nanoTime);
    tender = new QueueTender(calls, keys, seen, clock, routes, this::expiredAtTending, events);
    mortal = new MortalQueues(calls, keys, tender, clock, options.receiving().lease().toMillis());
    topics = topics(codec, name);
    failure.listen(why -> topics.cease());
    sender = new JobSender(port, keys, mortal, topics, durability, options);
    Origin self = new Origin(owner, null);
    own = openLine(() -> self);
    ScanCursors cursors = new ScanCursors();
    tickets = new FetchTickets(calls, channelName, port.rememberMillis());
    ScannedClaims scanned = new ScannedClaims(calls, codec, cursors, port.rememberMillis());
    JobReturner returner = new JobReturner(calls, keys, cursors);
    router = new LeaseRouter(returner, topics.holders());
    fetcher =
        new JobFetcher(calls, keys, codec, clock, this::expire, returner, scanned, events, tickets);
    expired = new ExpiredRows(calls, keys, codec);
    lastStop =
        new LastStop(clock, mint, own, returner, routes, options.receiving().lease().toMillis());
    browser = new JobBrowser(new PageReader(calls, codec), new DeadFacts(calls), keys, clock);
    branches =
        new PreparedBranches(
            calls, runner, port, keys, sender, DurabilityCheck.of(options.durability()));
  }

  private Topics topics(PayloadCodec codec, String name) {
    TopicPort port =
        new TopicPort(
            channels,
            calls,
            keys,
            new TopicKeys(keys),
            clock,
            new RecordEncoder(codec, clock),
            seen,
            DurabilityCheck.of(options.durability()),
            options.receiving().lease().toMillis(),
            options.redelivery().maxDeliveries(),
            queue -> lastStop.moveDead(queue, fetcher));
    return new Topics(port, links, options, name, this::server, failure::fail);
  }

  private Channels channels(SendPort first, String name) {
    int most = Channels.mostFor(Runtime.getRuntime().availableProcessors());
    return new Channels(
        most,
        number ->
            number == 0
                ? first
                : first.of(
                    channel(name + "-" + number),
                    first.name() + Character.forDigit(number, Character.MAX_RADIX)));
  }

  private CommandChannel channel(String name) {
    ChannelLinks source =
        new ChannelLinks(
            links,
            runner,
            List.of(
                catalog.get("send-jobs"),
                catalog.get("complete-jobs"),
                catalog.get("commit-unit"),
                catalog.get("append-records"),
                catalog.get("ack-records")),
            durability);
    return new CommandChannel(
        name,
        source,
        new Reconnect(options.timeouts()),
        ChannelLimits.DEFAULT,
        sendTimeout(),
        options.timeouts().socket().toMillis(),
        failure::fail);
  }

  /**
   * A line of its own.
   *
   * @param from who sends, at the time of a call
   */
  Line openLine(Supplier<Origin> from) {
    return new SenderLine(sender, from, new ChannelLine(channels));
  }

  /** Drops expired messages that are leased, or moves them where the queue's go. */
  Reply<Settled> expire(List<Delivery> messages) {
    Address queue = messages.get(0).token().from();
    List<String> ids = messages.stream().map(each -> each.token().id()).toList();
    if (queue.isQueue() && lastStop.moveExpired(queue, messages)) {
      events.expired(queue, ids);
      return Reply.of(Settled.ALL);
    }
    Reply<Settled> reply = own.complete(messages.stream().map(Delivery::token).toList());
    reply.whenDone(
        (settled, failed) -> {
          if (failed != null) {
            LOG.warn("expired messages of {} stay until their lease ends", queue, failed);
          } else {
            events.expired(queue, ids);
          }
        });
    return reply;
  }

  private void expiredAtTending(Address queue, List<LeaseToken> tokens) {
    try {
      List<Delivery> messages = expired.read(queue, tokens);
      if (!messages.isEmpty()) {
        expire(messages);
      }
    } catch (WireException failed) {
      LOG.warn("expired messages of {} stay until their lease ends", queue, failed);
    }
  }

  private void start() throws WireException {
    links.with(
        link -> {
          clock.measure(link);
          node.take(link);
          meet(link);
          watch.beat(link);
          return null;
        });
    durability.require(DurabilityCheck.of(options.durability()));
    heartbeat.add(node);
    heartbeat.add(clock::measure);
    heartbeat.add(temporaries);
    heartbeat.add(this::meet);
    heartbeat.every(MortalQueues.INTERVAL, mortal);
    long look = Math.min(seen.lookMillis(), ClientLease.lookMillis(options.client().nodeLease()));
    heartbeat.every(Duration.ofMillis(look), watch);
    heartbeat.start();
  }

  private void meet(Link link) {
    server = link.server();
    seen.saw(server.runId());
  }

  /** The registry of one connection's consumers, which the heartbeat renews from now on. */
  ConsumerRegistry consumersOf(String connectionId) {
    long lease = options.client().nodeLease().toMillis();
    ConsumerRegistry registry = new ConsumerRegistry(calls, keys, clock, connectionId, lease);
    heartbeat.add(registry);
    return registry;
  }

  /** The heartbeat renews it no more. */
  void endConsumers(ConsumerRegistry registry) {
    heartbeat.remove(registry);
  }

  ServerInfo server() {
    return server;
  }

  /** Waits for the replies that are due, then ends everything. Must be called once. */
  void close() {
    channels.close(failure.hasFailed() ? 0 : options.timeouts().close().toMillis());
    if (server != null && !failure.hasFailed()) {
      tickets.settleAll();
    }
    topics.close();
    events.close();
    heartbeat.close();
    if (server != null && !failure.hasFailed()) {
      try {
        links.with(
            link -> {
              watch.beat(link);
              node.release(link);
              return null;
            });
      } catch (WireException e) {
        LOG.debug("the node id is given up by the end of its lease", e);
      }
    }
    links.close();
  }

  private long sendTimeout() {
    return options.timeouts().send().toMillis();
  }
}
