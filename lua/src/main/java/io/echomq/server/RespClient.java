package io.echomq.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Just enough RESP to learn that a server is ready, and which one it is. Not for threads. */
final class RespClient implements Closeable {
  private final Socket socket;
  private final InputStream in;

  RespClient(String host, int port, int timeoutMillis) throws IOException {
    this.socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(host, port), timeoutMillis);
      socket.setSoTimeout(timeoutMillis);
      this.in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Sends one command and reads its reply, a status, an integer or a bulk string.
   *
   * @throws ErrorReply when the server answers with an error
   */
  String call(String... words) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(("*" + words.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
    for (String word : words) {
      byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
      out.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
      out.writeBytes(bytes);
      out.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    socket.getOutputStream().write(out.toByteArray());
    return readReply();
  }

  private String readReply() throws IOException {
    String line = readLine();
    String rest = line.substring(Math.min(1, line.length()));
    return switch (line.isEmpty() ? ' ' : line.charAt(0)) {
      case '+', ':' -> rest;
      case '-' -> throw new ErrorReply(rest);
      case '$' -> readBulk(Integer.parseInt(rest));
      default -> throw new IOException("This is no RESP server; it answered: " + line);
    };
  }

  private String readBulk(int length) throws IOException {
    if (length < 0) {
      return "";
    }
    byte[] body = in.readNBytes(length + 2);
    if (body.length < length + 2) {
      throw new EOFException("The server closed the connection within a reply");
    }
    return new String(body, 0, length, StandardCharsets.UTF_8);
  }

  private String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("The server closed the connection");
      }
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** An error reply; its message is the server's own line. */
  static final class ErrorReply extends IOException {
    private static final long serialVersionUID = 1L;

    ErrorReply(String message) {
      super(message);
    }
  }
}
