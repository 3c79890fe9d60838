# Replaces docker.io/library/maven:3-eclipse-temurin-21 on a CI machine: the machine's Maven and JDK, with its trusted
# certificates and its settings, so that it uses the same repositories.
FROM localhost/debian
COPY --from=jdk . /opt/java
COPY --from=maven . /opt/maven
RUN ln --symbolic /opt/maven/bin/mvn /usr/local/bin/mvn
ARG options
ENV JAVA_HOME=/opt/java MAVEN_OPTS="-Djavax.net.ssl.trustStore=/opt/maven/conf/cacerts ${options}"
CMD ["mvn"]
