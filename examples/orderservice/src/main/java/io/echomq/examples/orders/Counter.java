package io.echomq.examples.orders;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Where customers come: they order, and ask what was booked. */
@Path("/")
@RequestScoped
@Produces(MediaType.TEXT_PLAIN)
public class Counter {
  @Inject private Orders orders;
  @Inject private Book book;

  /** Orders are accepted at once and booked later. */
  @POST
  public String order(
      @FormParam("item") String item, @FormParam("count") @DefaultValue("1") int count) {
    orders.place(item, count);
    return "accepted: " + count + " " + item + "\n";
  }

  @GET
  public String booked() {
    return String.join("\n", book.lines()) + "\n";
  }
}
