package io.echomq.testing;

import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstantiationAwareExtension;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Injects {@link TestServer}; see {@link WithServer}. The server is kept in the root context's
 * store, which JUnit closes when the test JVM is done; a database is kept in the store of the test
 * (or of the class, for {@code @BeforeAll}), and given back when that ends.
 */
public final class ServerExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(ServerExtension.class);

  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
    return TestInstantiationAwareExtension.ExtensionContextScope.TEST_METHOD;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestServer.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    SharedServer shared =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent(
                SharedServer.class, key -> new SharedServer(), SharedServer.class);
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            SharedServer.Lease.class,
            key -> shared.lease(isExclusive(context)),
            SharedServer.Lease.class)
        .server();
  }

  private static boolean isExclusive(ExtensionContext context) {
    Optional<Class<?>> testClass = context.getTestClass();
    while (testClass.isPresent()) {
      Optional<WithServer> annotation =
          AnnotationSupport.findAnnotation(testClass.get(), WithServer.class);
      if (annotation.isPresent()) {
        return annotation.get().exclusive();
      }
      testClass = testClass.map(Class::getEnclosingClass);
    }
    return false;
  }
}
