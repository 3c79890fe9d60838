# Stands in for docker.io/library/maven:3-eclipse-temurin-21 on a CI machine: the machine's Maven on its own JDK. Unlike the
# official image it trusts what the machine trusts and has the machine's settings, so that it asks the repositories that
# the machine asks.
FROM localhost/debian
COPY --from=jdk . /opt/java
COPY --from=maven . /opt/maven
RUN ln --symbolic /opt/maven/bin/mvn /usr/local/bin/mvn
ARG options
ENV JAVA_HOME=/opt/java MAVEN_OPTS="-Djavax.net.ssl.trustStore=/opt/maven/conf/cacerts ${options}"
CMD ["mvn"]
