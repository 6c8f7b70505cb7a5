package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

class ServerErrorsTest {

  @ParameterizedTest
  @CsvSource({
    "WRONGPASS invalid username-password pair, REFUSED_CREDENTIALS",
    "NOAUTH Authentication required., REFUSED_CREDENTIALS",
    "NOPERM this user has no permissions, REFUSED_CREDENTIALS",
    "LOADING the dataset, UNAVAILABLE",
    "MASTERDOWN Link with MASTER is down, UNAVAILABLE",
    "READONLY You can't write, UNAVAILABLE",
    "CLUSTERDOWN The cluster is down, UNAVAILABLE",
    "BUSY a script is running, UNAVAILABLE",
    "TRYAGAIN keys are moved, UNAVAILABLE",
    "OOM command not allowed, QUEUE_FULL",
    "EMQKIND not a job, WRONG_KIND",
    "EMQSTALE token, STALE_LEASE",
    "EMQSTATE not dead, WRONG_STATE",
    "EMQLOCK held, LOCKED",
    "EMQRATE slow down, RATE_LIMITED",
    "EMQGONE owner is gone, DESTINATION_GONE",
    "ERR Error running script (call to f_0a1b): @user_script:10: OOM command not allowed, QUEUE_FULL",
    "ERR ACL failure in script: User u has no permissions to run the 'xlen' command, REFUSED_CREDENTIALS",
    "EMQNEW of a later minor, SERVER",
    "ERR unknown command, SERVER",
    "EMQSTALE, STALE_LEASE",
    "Emqstale is no class word, SERVER"
  })
  void classWordsHaveTheirError(String text, WireError error) {
    WireException exception = ServerErrors.ofReply("h:1", new JedisDataException(text));
    assertEquals(error, exception.error());
    assertTrue(exception.getMessage().startsWith("h:1: " + text), exception.getMessage());
  }

  @Test
  void errorsAreFoundHoweverDeepTheyNest() {
    JedisDataException error = new JedisDataException("EMQSTALE x");
    assertSame(error, ServerErrors.nested(List.of(1L, List.of(List.of(), List.of(error)))));
    assertNull(ServerErrors.nested(Arrays.asList(1L, null, List.of(new byte[0]))));
    assertNull(ServerErrors.nested(null));
  }

  @Test
  void lostConnectionsAreUnavailableAndSayWhetherItWasTheTime() {
    WireException slow =
        ServerErrors.ofConnection(
            "h:1", new JedisConnectionException(new SocketTimeoutException("Read timed out")));
    WireException lost = ServerErrors.ofConnection("h:1", new JedisConnectionException("end"));
    assertEquals(WireError.UNAVAILABLE, slow.error());
    assertTrue(slow.getMessage().contains("socketTimeout"), slow.getMessage());
    assertEquals(WireError.UNAVAILABLE, lost.error());
    assertTrue(lost.getMessage().contains("connection lost"), lost.getMessage());
  }

  @Test
  void onlyAReplicasAnswerMeansTheWrongServer() {
    assertTrue(ServerErrors.isWrongServer(new JedisDataException("READONLY x")));
    assertFalse(ServerErrors.isWrongServer(new JedisDataException("LOADING x")));
  }
}
