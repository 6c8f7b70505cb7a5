package io.echomq.jms.cli;

import io.echomq.jms.EchoMQAdmin;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the command, connects, runs it, and tells failures on the error stream as one line.
 *
 * <p>Threads: for one.
 */
final class Cli {
  private static final String DEFAULT_URL = "valkey://localhost:6379";

  private final PrintStream out;
  private final PrintStream err;
  private final String environmentUrl;

  /**
   * @param environmentUrl what {@code EMQ_URL} says; null for nothing
   */
  Cli(PrintStream out, PrintStream err, String environmentUrl) {
    this.out = out;
    this.err = err;
    this.environmentUrl = environmentUrl;
  }

  /** Runs one command; the exit code. */
  int run(String... args) {
    try {
      return run(new Arguments(Arrays.asList(args)));
    } catch (UsageException wrong) {
      err.println("emq: " + wrong.getMessage());
      err.println("'emq help' lists all commands and their arguments");
      return Command.USAGE;
    } catch (IllegalArgumentException wrong) {
      err.println("emq: " + wrong.getMessage());
      return Command.USAGE;
    } catch (InvalidSelectorException wrong) {
      err.println("emq: --selector: " + wrong.getMessage() + " (" + wrong.getErrorCode() + ")");
      return Command.USAGE;
    } catch (JMSException failed) {
      String code = failed.getErrorCode() == null ? "" : " (" + failed.getErrorCode() + ")";
      err.println("emq: " + failed.getMessage() + code);
      return Command.FAILED;
    }
  }

  private int run(Arguments arguments) throws UsageException, JMSException {
    boolean json = arguments.flag("--json");
    String given = arguments.option("--url");
    String url = given != null ? given : environmentUrl != null ? environmentUrl : DEFAULT_URL;
    boolean help = arguments.flag("--help");
    String name = help ? "help" : arguments.word("command");
    if (name.equals("help")) {
      help(arguments.rest());
      return Command.DONE;
    }
    Command.Action action = command(name).prepare(arguments);
    arguments.end();
    try (EchoMQAdmin admin = EchoMQAdmin.connect(url)) {
      return action.run(new Session(url, admin, new Output(out, json)));
    }
  }

  private static List<Command> commands() {
    List<Command> commands = new ArrayList<>(LookCommands.all());
    commands.add(new TailCommand());
    commands.addAll(ChangeCommands.all());
    commands.addAll(SubscriptionCommands.all());
    return commands;
  }

  private static Command command(String name) throws UsageException {
    for (Command command : commands()) {
      if (command.name().equals(name)) {
        return command;
      }
    }
    throw new UsageException("unknown command '" + name + "'");
  }

  private void help(List<String> names) throws UsageException {
    List<Command> shown = new ArrayList<>();
    for (String name : names) {
      shown.add(command(name));
    }
    if (shown.isEmpty()) {
      out.println("emq [--url URL] [--json] COMMAND …");
      out.println();
      out.println("  URL is that of a connection factory; without it EMQ_URL, else " + DEFAULT_URL);
      out.println("  QUEUE may be a view where that makes sense: q/dead, q/schedule, q/active");
      out.println("  WHICH is --all, --selector TEXT, or message ids");
      out.println("  exit code: 0 done, 1 failed, 2 wrong arguments, 3 some messages stay");
      out.println();
      shown = commands();
    }
    for (Command command : shown) {
      out.println(("  emq " + command.name() + " " + command.arguments()).stripTrailing());
      out.println("      " + command.purpose());
    }
  }
}
