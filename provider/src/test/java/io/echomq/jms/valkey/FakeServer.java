package io.echomq.jms.valkey;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * A TCP server that answers commands as a test says: engines that are too old, loading, or no
 * engine at all.
 *
 * <p>Threads: one accepts, one per connection answers.
 */
final class FakeServer implements AutoCloseable {
  private static final String READY =
      "# Server\r\nredis_version:6.2.0\r\nrun_id:fake\r\nredis_mode:standalone\r\n";

  private final ServerSocket listener;
  private final Function<List<String>, String> answers;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /**
   * A server.
   *
   * @param answers from a command to the reply as it travels; null: none at all; empty: hang up
   */
  FakeServer(Function<List<String>, String> answers) {
    this.answers = answers;
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::acceptAll);
  }

  /** Answers as a fit server does, but for what is given, by the command's words. */
  static FakeServer fitBut(Map<String, String> differing) {
    return new FakeServer(
        command -> {
          String words = String.join(" ", command);
          for (Map.Entry<String, String> each : differing.entrySet()) {
            if (words.startsWith(each.getKey())) {
              return each.getValue();
            }
          }
          return fit(command);
        });
  }

  private static String fit(List<String> command) {
    return switch (command.get(0)) {
      case "INFO" -> bulk(command.get(1).equals("server") ? READY : "role:master\r\n");
      case "GET" -> bulk("echomq:2.0.0");
      case "CLIENT" -> command.get(1).equals("ID") ? ":7\r\n" : "+OK\r\n";
      case "EVALSHA" -> "-NOSCRIPT No matching script.\r\n";
      default -> "+OK\r\n";
    };
  }

  static String bulk(String text) {
    return "$" + text.length() + "\r\n" + text + "\r\n";
  }

  int port() {
    return listener.getLocalPort();
  }

  String uri() {
    return "valkey://127.0.0.1:" + port();
  }

  /** Connections that the client has not closed. */
  int open() {
    return open.size();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        open.add(socket);
        start(() -> serve(socket));
      } catch (IOException e) {
        if (!listener.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      while (true) {
        String reply = answers.apply(readCommand(in));
        if (reply != null && reply.isEmpty()) {
          return;
        }
        if (reply != null) {
          socket.getOutputStream().write(reply.getBytes(StandardCharsets.ISO_8859_1));
        }
      }
    } catch (EOFException | SocketException clientHasGone) {
      open.remove(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      open.remove(socket);
    }
  }

  private static List<String> readCommand(InputStream in) throws IOException {
    int count = Integer.parseInt(line(in).substring(1));
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] word = in.readNBytes(Integer.parseInt(line(in).substring(1)));
      line(in);
      words.add(new String(word, StandardCharsets.ISO_8859_1));
    }
    return words;
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException();
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.ISO_8859_1).strip();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "fake-server");
    thread.setDaemon(true);
    thread.start();
  }
}
